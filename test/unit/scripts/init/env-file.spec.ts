import { parse } from "dotenv"
import { expand } from "dotenv-expand"
import fc from "fast-check"
import { addToEnv, envValue, readEnv, removeFromEnv } from "../../../../src/scripts/init/env-file"

const ACCOUNT = {
  LEASE_BASE_URL: "https://leasing.example/prefix",
  LEASE_USERNAME: "merchant",
  LEASE_PASSWORD: "secret",
}
const BLOCK = `# Lease-to-own, written by medusa-plugin-lease-to-own init
LEASE_BASE_URL=https://leasing.example/prefix
LEASE_USERNAME=merchant
LEASE_PASSWORD=secret`

/** What a store has in its environment after Medusa has read this file. */
const loaded = (text: string) => {
  const parsed = parse(text)
  return expand({ parsed, processEnv: { ...parsed } }).parsed ?? {}
}

const FILES = {
  "no file": undefined,
  "an empty file": "",
  "a file whose last line has no end, as create-medusa-app writes it": "JWT_SECRET=supersecret\nDB_NAME=medusa",
  "a file with an end": "JWT_SECRET=supersecret\n",
  "Windows line endings": "JWT_SECRET=supersecret\r\nDB_NAME=medusa\r\n",
  "Windows line endings without an end": "JWT_SECRET=supersecret\r\nDB_NAME=medusa",
  "empty lines at its end": "JWT_SECRET=supersecret\n\n\n",
  "comments and quotes": `# LEASE_PASSWORD=old\nKEY="one\ntwo # three"\nexport A='b' # c\n`,
}

describe.each(Object.entries(FILES))("%s", (_, text) => {
  it("gets the account, keeps its settings, and isn't changed a second time", () => {
    const once = addToEnv(text, ACCOUNT) ?? ""
    expect(loaded(once)).toEqual({ ...loaded(text ?? ""), ...ACCOUNT })
    expect(addToEnv(once, { ...ACCOUNT, LEASE_PASSWORD: "other" })).toBe(once)
  })

  it("has its former text after an undo, also if only a part was missing", () => {
    expect(removeFromEnv(addToEnv(text, ACCOUNT) ?? "")).toBe(text)
    const first = addToEnv(text, { LEASE_USERNAME: "merchant" })
    expect(removeFromEnv(addToEnv(first, ACCOUNT) ?? "")).toBe(text)
  })
})

it("begins on a new line and uses the file's own line endings", () => {
  expect(addToEnv("A=1", ACCOUNT)).toBe(`A=1\n${BLOCK}`)
  expect(addToEnv("A=1\r\n", ACCOUNT)).toBe(`A=1\r\n${BLOCK.replaceAll("\n", "\r\n")}\r\n`)
})

it("keeps settings that are there, and counts empty ones as missing", () => {
  const text = "LEASE_USERNAME=mine\nLEASE_PASSWORD=\n"
  expect(readEnv(text)).toEqual({ LEASE_USERNAME: "mine" })
  const after = addToEnv(text, ACCOUNT) ?? ""
  expect(loaded(after)).toEqual({ ...ACCOUNT, LEASE_USERNAME: "mine" })
  expect(removeFromEnv(after)).toBe(text)
})

it("takes out its lines after the merchant added others and changed the password", () => {
  const changed = `${addToEnv("A=1", ACCOUNT)?.replace("=secret", "='new one'")}\nB=2\n`
  expect(removeFromEnv(changed)).toBe("A=1\nB=2\n")
})

it("leaves the merchant's own lines in an undo", () => {
  const text = `LEASE_BASE_URL=https://leasing.example\n# LEASE_PASSWORD\n`
  expect(removeFromEnv(text)).toBe(text)
})

it("refuses to add lines behind an unclosed quotation mark", () => {
  const says = ".env can't be read with certainty, so nothing was changed. Set LEASE_PASSWORD there yourself."
  expect(() => addToEnv('KEY="one\n', { LEASE_PASSWORD: 'a "quoted" #' })).toThrow(says)
})

const CHARACTERS = fc.constantFrom(..."$#'\"`\\ =:;!&(){}nr aZ09é€😀-~^%")
const passwords = fc.array(CHARACTERS, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""))

it.each([
  "a$b",
  "$a",
  "$" + "{a}",
  "$(a)",
  "a#b",
  "#",
  "'",
  '"',
  "`",
  "it's",
  'a "b"',
  "a\\b",
  "a\\nb c",
  "a b",
  " a ",
  "pass=word",
  "$",
  "a\\",
  "$$#",
])("a store reads the password %j as it was given", (password) => {
  const text = addToEnv("A=1\nB='2'", { LEASE_PASSWORD: password }) ?? ""
  expect(loaded(`${text}\nC="3"\nD='4'\nE=\`5\`\n`)).toEqual({
    A: "1",
    B: "2",
    LEASE_PASSWORD: password,
    C: "3",
    D: "4",
    E: "5",
  })
})

it("a store reads any password as it was given, or the password is refused", () => {
  fc.assert(
    fc.property(passwords, (password) => {
      let text: string
      try {
        text = addToEnv("A=1", { LEASE_PASSWORD: password }) ?? ""
      } catch (error) {
        expect((error as Error).message).toMatch(/^LEASE_PASSWORD has characters that can't be written to \.env\./)
        return
      }
      expect(loaded(`${text}\nC="3"\nD='4'\nE=\`5\`\n`)).toEqual({
        A: "1",
        LEASE_PASSWORD: password,
        C: "3",
        D: "4",
        E: "5",
      })
    }),
    { numRuns: 2000 },
  )
})

it.each(["a\nb", "a\r", "\u0000", "\t"])("refuses the password %j, which no login can have", (password) => {
  expect(() => envValue("LEASE_PASSWORD", password)).toThrow(
    "LEASE_PASSWORD has a line break or another control character.",
  )
})

it.each(["a\\$b", "'\"`", "a b\\"])("refuses the password %j, which no way of writing keeps", (password) => {
  expect(() => envValue("LEASE_PASSWORD", password)).toThrow(
    /can't be written to \.env\. Set it in the environment instead\.$/,
  )
})
