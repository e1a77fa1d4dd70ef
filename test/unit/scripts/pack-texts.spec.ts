import { join } from "node:path"
import translations from "../../../admin/i18n"
import { unpack } from "../../../admin/i18n/unpack"
import { joined, pack, packed, packTexts } from "../../../scripts/lib/pack-texts.mjs"
import { flatten, LANGUAGES } from "../../support/languages"

const FOLDER = join(__dirname, "../../../admin/i18n")

describe("the dashboard's texts in the build", () => {
  it.each(LANGUAGES)("are those that are written: %s", (language) => {
    const { keys, texts } = pack(translations)
    expect(new Map(flatten(unpack(keys, joined(texts[language] ?? []))))).toEqual(
      new Map(flatten(translations[language])),
    )
  })

  it("hold each key once, and each language", () => {
    const code = packed(translations)
    expect(code.split('"recipient_mismatch"').length - 1).toBe(1)
    expect(LANGUAGES.filter((language) => !code.includes(`\n${language}: unpack(keys, "`))).toEqual([])
  })

  it("leave out what a language lacks, so that i18next takes English", () => {
    const { keys, texts } = pack({ en: { a: "A", b: { c: "C", d: "D" } }, pl: { b: { d: "Ć" } } })
    expect(flatten(unpack(keys, joined(texts.pl ?? [])))).toEqual([["b.d", "Ć"]])
  })

  it("hold no text that would come apart", () => {
    expect(() => joined(["A|B"])).toThrow("|")
  })

  it("stand in the place of that one file", async () => {
    const { load } = packTexts(FOLDER)
    expect(await load("/elsewhere/index.ts")).toBeNull()
    expect(await load(join(FOLDER, "unpack.ts"))).toBeNull()
  })
})
