import {
  ANSWER,
  BASE,
  FIRST,
  provider,
  scaling,
  SECOND,
  SETTINGS,
  zones,
  type Case,
} from "./mapping-case.js";

/** The hardware of a cluster, and its scaling. */
export const SETTINGS_CASES: Readonly<Record<string, readonly Case[]>> = {
  autoScaling: [
    {
      body: { ...zones(), autoScaling: { diskGBEnabled: true } },
      action: "moved",
      decision: "autoScaling.diskGBEnabled",
      gives: {
        autoScaling: undefined,
        [`${FIRST}.autoScaling`]: { diskGB: { enabled: true } },
        [`${SECOND}.autoScaling`]: { diskGB: { enabled: true } },
      },
    },
    { body: BASE, action: "untouched", gives: { [`${FIRST}.autoScaling`]: undefined } },
  ],
  "autoScaling.diskGBEnabled": [
    {
      body: scaling({ diskGBEnabled: true }),
      action: "moved",
      gives: { [`${FIRST}.autoScaling`]: { diskGB: { enabled: true } } },
    },
  ],
  "autoScaling.compute.enabled": [
    {
      body: scaling({ compute: { enabled: true } }, { maxInstanceSize: "M40" }),
      action: "moved",
      gives: { [`${FIRST}.autoScaling.compute`]: { enabled: true, maxInstanceSize: "M40" } },
    },
  ],
  "autoScaling.compute.scaleDownEnabled": [
    {
      body: scaling(
        { compute: { enabled: true, scaleDownEnabled: true } },
        { minInstanceSize: "M10", maxInstanceSize: "M40" },
      ),
      action: "moved",
      gives: {
        [`${FIRST}.autoScaling.compute`]: {
          enabled: true,
          scaleDownEnabled: true,
          minInstanceSize: "M10",
          maxInstanceSize: "M40",
        },
      },
    },
  ],
  "autoScaling.autoIndexingEnabled": [
    {
      body: scaling({ diskGBEnabled: true, autoIndexingEnabled: false }),
      action: "dropped",
      gives: { [`${FIRST}.autoScaling`]: { diskGB: { enabled: true } } },
    },
  ],
  providerSettings: [
    {
      body: BASE,
      action: "moved",
      decision: "providerSettings.providerName",
      gives: { providerSettings: undefined, [`${FIRST}.providerName`]: "AWS" },
    },
  ],
  "providerSettings.providerName": [
    {
      body: zones(),
      action: "moved",
      gives: { [`${FIRST}.providerName`]: "AWS", [`${SECOND}.providerName`]: "AWS" },
    },
  ],
  "providerSettings.instanceSizeName": [
    {
      body: zones(),
      action: "moved",
      gives: {
        [`${FIRST}.readOnlySpecs.instanceSize`]: "M10",
        [`${SECOND}.analyticsSpecs.instanceSize`]: "M10",
      },
    },
  ],
  "providerSettings.effectiveInstanceSizeName": [
    {
      body: { ...provider({ effectiveInstanceSizeName: "FLEX" }), ...ANSWER },
      action: "moved",
      gives: { [`${FIRST}.electableSpecs.effectiveInstanceSize`]: "FLEX" },
    },
  ],
  "providerSettings.regionName": [
    { body: BASE, action: "moved", gives: { [`${FIRST}.regionName`]: "US_EAST_1" } },
    { body: zones(), action: "dropped", gives: { [`${FIRST}.regionName`]: "US_EAST_1" } },
  ],
  "providerSettings.backingProviderName": [
    {
      body: provider({ providerName: "TENANT", instanceSizeName: "M0", backingProviderName: "GCP" }),
      action: "moved",
      gives: {
        [`${FIRST}.backingProviderName`]: "GCP",
        [`${FIRST}.providerName`]: "TENANT",
        [`${FIRST}.autoScaling`]: undefined,
      },
    },
    {
      body: provider({ backingProviderName: "AWS" }),
      action: "dropped",
      gives: { [`${FIRST}.backingProviderName`]: undefined },
    },
  ],
  "providerSettings.diskIOPS": [
    {
      body: { ...zones(), providerSettings: { ...SETTINGS, diskIOPS: 1000 } },
      action: "moved",
      gives: {
        [`${FIRST}.electableSpecs.diskIOPS`]: 1000,
        [`${FIRST}.readOnlySpecs.diskIOPS`]: 1000,
        [`${SECOND}.analyticsSpecs.diskIOPS`]: 1000,
      },
    },
    {
      body: provider({ providerName: "GCP", diskIOPS: 1000 }),
      action: "dropped",
      gives: { [`${FIRST}.electableSpecs.diskIOPS`]: undefined },
    },
  ],
  "providerSettings.volumeType": [
    {
      body: provider({ volumeType: "PROVISIONED" }),
      action: "moved",
      gives: { [`${FIRST}.electableSpecs.ebsVolumeType`]: "PROVISIONED" },
    },
    {
      body: provider({ providerName: "AZURE", volumeType: "STANDARD" }),
      action: "dropped",
      gives: { [`${FIRST}.electableSpecs.ebsVolumeType`]: undefined },
    },
  ],
  "providerSettings.encryptEBSVolume": [
    {
      body: provider({ encryptEBSVolume: true }),
      action: "dropped",
      gives: { [`${FIRST}.electableSpecs`]: { instanceSize: "M10", nodeCount: 3 } },
    },
  ],
  "providerSettings.diskTypeName": Object.entries({
    P4: 32,
    P6: 64,
    P10: 128,
    P15: 256,
    P20: 512,
    P30: 1024,
    P40: 2048,
    P50: 4095,
  })
    .map(([diskTypeName, size]): Case => ({
      body: provider({ providerName: "AZURE", diskTypeName }),
      action: "moved",
      gives: { diskSizeGB: size },
    }))
    .concat([
      {
        body: { ...provider({ providerName: "AZURE", diskTypeName: "P2" }), diskSizeGB: 50 },
        action: "dropped",
        gives: { diskSizeGB: 50 },
      },
    ]),
  "providerSettings.autoScaling": [
    {
      body: scaling({ compute: { enabled: true } }, { maxInstanceSize: "M40" }),
      action: "moved",
      decision: "providerSettings.autoScaling.compute.maxInstanceSize",
      gives: { [`${FIRST}.autoScaling.compute.maxInstanceSize`]: "M40" },
    },
  ],
  "providerSettings.autoScaling.compute.minInstanceSize": [
    {
      body: scaling(
        { compute: { enabled: true, scaleDownEnabled: true } },
        { minInstanceSize: "M10", maxInstanceSize: "M40" },
      ),
      action: "moved",
      gives: { [`${FIRST}.autoScaling.compute.minInstanceSize`]: "M10" },
    },
    {
      body: scaling(
        { compute: { enabled: true, scaleDownEnabled: false } },
        { minInstanceSize: "M10", maxInstanceSize: "M40" },
      ),
      action: "dropped",
      gives: { [`${FIRST}.autoScaling.compute.minInstanceSize`]: undefined },
    },
  ],
  "providerSettings.autoScaling.compute.maxInstanceSize": [
    {
      body: scaling({ compute: { enabled: false } }, { maxInstanceSize: "M40" }),
      action: "dropped",
      gives: { [`${FIRST}.autoScaling.compute`]: { enabled: false } },
    },
  ],
  "providerSettings.autoScaling.compute.enabled": [
    {
      body: scaling({ compute: { enabled: false } }, { enabled: false }),
      action: "dropped",
      gives: { [`${FIRST}.autoScaling.compute`]: { enabled: false } },
    },
  ],
};
