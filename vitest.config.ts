import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/build-once.ts",
    // Child processes and generated trees take their time on a busy machine; no test is about speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
