/** Internals, only for the same version of `lease-to-own-react`. They may change in any release. */
export { maskOf } from "./screens/mask.js"
export { confirmedIn, countdownText } from "./screens/screen.js"
export { dictionaries } from "./words/dictionaries.js"
