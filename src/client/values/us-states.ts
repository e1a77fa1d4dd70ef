import { canonicalText } from "./clean-text"

/** Parses `CODE Name` pairs separated by `|`. */
function byCode(rows: string): [code: string, name: string][] {
  return rows.split("|").map((row) => [row.trim().slice(0, 2), row.trim().slice(3)])
}

/** US states, the District of Columbia, territories and military regions, by postal code. */
export const US_STATES: ReadonlyMap<string, string> = new Map(
  byCode(`AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
  |FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine
  |MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada
  |NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma
  |OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont
  |VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI U.S. Virgin Islands
  |AS American Samoa|MP Northern Mariana Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`),
)

/** Other names that people and storefronts use. `Washington` alone means the state. */
const OTHER_NAMES = byCode(
  `VI Virgin Islands|VI Virgin Islands, U.S.|VI United States Virgin Islands|PR Commonwealth of Puerto Rico|DC Washington, D.C.
  |MP Commonwealth of the Northern Mariana Islands|AA Armed Forces Americas (except Canada)
  |AE Armed Forces Africa|AE Armed Forces Canada|AE Armed Forces Middle East
  |AA Armed Forces AA|AE Armed Forces AE|AP Armed Forces AP|AA AA Armed Forces|AE AE Armed Forces|AP AP Armed Forces`,
)

/** Postal codes by name. Some lists show the code before or after the name. */
const BY_NAME = new Map(
  [...US_STATES, ...OTHER_NAMES].flatMap(([code, name]) =>
    [name, code + name, name + code].map((text) => [letters(text), code] as const),
  ),
)

/** Territories that some addresses list as a US state and others as a country. The code is the same for both (ISO 3166). */
export const US_TERRITORIES: readonly string[] = ["PR", "GU", "VI", "AS", "MP"]

// cspell:ignore unitedstates ofamerica
/** Matches the country before or after a state, as in `us-tx`, `US_TX` and `TX, USA`. */
const COUNTRY = [/^usa/, /^us/, /^unitedstates(ofamerica)?/, /usa?$/, /unitedstates(ofamerica)?$/]

/**
 * Returns the postal code for a state in any spelling: `TX`, `us-tx`, `Texas`, `TX - Texas`, `TX, USA`, `N.Y.`, `Armed Forces (AE)`. Undefined if the
 * text isn't a state.
 */
export function usState(text: string): string | undefined {
  const whole = letters(text)
  const named = [whole, ...COUNTRY.map((country) => whole.replace(country, ""))]
  return named.map((name) => (US_STATES.has(name.toUpperCase()) ? name.toUpperCase() : BY_NAME.get(name))).find(Boolean)
}

function letters(text: string): string {
  return canonicalText(text)
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
}
