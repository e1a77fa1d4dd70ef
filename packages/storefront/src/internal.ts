/** For `lease-to-own-react` of the same version alone. Anything here may change with any release. */
export { countdownText } from "./screens/screen.js"
export { dictionaries } from "./words/dictionaries.js"
