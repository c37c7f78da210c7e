/** The name under which the settings of the application are imported. */
export const SETTINGS = "cs:settings";
