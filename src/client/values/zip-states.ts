/**
 * The first three-digit prefix of each range of ZIP codes, and the range's state (USPS, Labeling List L002). A range ends before the next one. 969 is
 * shared by Guam, the Northern Mariana Islands and other countries, so it has no state.
 */
const RANGES =
  `005 NY|006 PR|008 VI|009 PR|010 MA|028 RI|030 NH|039 ME|050 VT|055 MA|056 VT|060 CT|070 NJ|090 AE|100 NY|150 PA|197 DE
  |200 DC|201 VA|202 DC|206 MD|220 VA|247 WV|270 NC|290 SC|300 GA|320 FL|340 AA|341 FL|350 AL|370 TN|386 MS|398 GA|400 KY|430 OH|460 IN
  |480 MI|500 IA|530 WI|550 MN|569 DC|570 SD|580 ND|590 MT|600 IL|630 MO|660 KS|680 NE|700 LA|716 AR|730 OK|733 TX|734 OK|750 TX|800 CO
  |820 WY|832 ID|840 UT|850 AZ|870 NM|885 TX|889 NV|900 CA|962 AP|967 HI|969|970 OR|980 WA|995 AK`
    .split("|")
    .map((range) => range.trim().split(" "))

/**
 * Returns the two-letter code of the state for a ZIP code's first three digits. Undefined unless exactly one state uses them. A few towns share a
 * neighboring state's prefix, so use this for examples only, never for an address.
 */
export function stateOfZip(prefix: string): string | undefined {
  return RANGES.filter(([first = ""]) => first <= prefix).at(-1)?.[1]
}
