export { oneLine, visible, visibleLines, visiblePath, withoutCommands } from "../core/visible.js";
