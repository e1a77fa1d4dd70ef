/** Internals for `lease-to-own-react` of the same version only. They may change in any release. */
export { maskOf } from "./screens/mask.js"
export { countdownText } from "./screens/screen.js"
export { dictionaries } from "./words/dictionaries.js"
