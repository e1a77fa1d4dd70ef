/** States, the District of Columbia, territories and military addresses of the US, by the code of the Postal Service. */
export const US_STATES: ReadonlyMap<string, string> = new Map(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
  |FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine
  |MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada
  |NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma
  |OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont
  |VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI U.S. Virgin Islands
  |AS American Samoa|MP Northern Mariana Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`
    .split("|")
    .map((entry) => [entry.trim().slice(0, 2), entry.trim().slice(3)]),
)

/** Other names that people and storefronts use. Washington alone is the state. */
const ALIASES: Record<string, string> = {
  virginislands: "VI",
  unitedstatesvirginislands: "VI",
  usvirginislands: "VI",
  commonwealthofpuertorico: "PR",
  commonwealthofthenorthernmarianaislands: "MP",
  washingtondc: "DC",
  districtofcolumbiadc: "DC",
  armedforcesamericasexceptcanada: "AA",
  armedforcesafrica: "AE",
  armedforcescanada: "AE",
  armedforcesmiddleeast: "AE",
}

const BY_NAME = new Map([
  ...[...US_STATES].map(([code, name]) => [letters(name), code] as const),
  ...Object.entries(ALIASES),
])

/** Places that are a state of the US in one list and a country of their own (ISO 3166) in the other, by either code. */
export const US_TERRITORIES: readonly string[] = ["PR", "GU", "VI", "AS", "MP"]

/** The code of a state, however it is written: `TX`, `us-tx`, `Texas`, `N.Y.`; undefined for a text that names none. */
export function usState(text: string): string | undefined {
  const bare = letters(text.trim().replace(/^us-/i, ""))
  return US_STATES.has(bare.toUpperCase()) ? bare.toUpperCase() : BY_NAME.get(bare)
}

function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "")
}
