/** Functions that stand for what markup does; no program can name them. */
export const MARKUP_FUNCTIONS = {
  /** The elements that `v-for` goes through. */
  items: "markup.items",
  /** The value of a name of the script in the template of Vue, as the member `value` of a box. */
  box: "markup.box",
  /** A component is given its properties: its name, what it is, the properties, and what it may call. */
  component: "markup.component",
  /** The text that the template of Vue shows. */
  text: "markup.text",
} as const;
