/** The prefix of the classes that a file imports. */
export const PREFIX = "jvm:";

/** The name under which the settings of the application are imported. */
export const SETTINGS = "jvm:settings";

/** The member of a client with which the methods of its interface send requests. */
export const SEND = "jvm:send";
