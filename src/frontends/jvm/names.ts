/** The prefix of the classes that a file imports. */
export const PREFIX = "jvm:";

/** The name under which the settings of the application are imported. */
export const SETTINGS = "jvm:settings";

/** The member of a client with which the methods of its interface send requests. */
export const SEND = "jvm:send";

/** The native that makes this member for an interface whose annotation states the address. */
export const DECLARED = "jvm:declared";

/** The natives by which the lowering gives clients to the container of a program, and gets them from it. */
export const CONTAINER = { gives: "jvm:bean", takes: "jvm:instance" } as const;
