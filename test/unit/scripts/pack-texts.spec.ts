import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unpack } from "../../../admin/i18n/unpack"
import { joined, pack, packTexts } from "../../../scripts/lib/pack-texts.mjs"
import { flatten, LANGUAGES } from "../../support/languages"

const FOLDER = join(__dirname, "../../../admin/i18n")
const written = (language: string) => JSON.parse(readFileSync(join(FOLDER, `${language}.json`), "utf8"))

describe("the dashboard's texts in the build", () => {
  it.each(LANGUAGES)("are those of the file: %s", (language) => {
    const { keys, texts } = pack(FOLDER)
    expect(new Map(flatten(unpack(keys, joined(texts[language] ?? []))))).toEqual(new Map(flatten(written(language))))
  })

  it("hold each key once", () => {
    const { load } = packTexts(FOLDER)
    const all = ["keys", ...LANGUAGES].map((name) => load(`\0${FOLDER}/${name}`)).join("\n")
    expect(all.split('"recipient_mismatch"').length - 1).toBe(1)
  })

  it("leave out what a language lacks, so that i18next takes English", () => {
    const folder = mkdtempSync(join(tmpdir(), "texts-"))
    try {
      const files = { en: { a: "A", b: { c: "C", d: "D" } }, pl: { b: { d: "Ć" } } }
      for (const [name, texts] of Object.entries(files))
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(texts))
      const { keys, texts } = pack(folder)
      expect(flatten(unpack(keys, joined(texts.pl ?? [])))).toEqual([["b.d", "Ć"]])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("hold no text that would come apart", () => {
    expect(() => joined(["A|B"])).toThrow("|")
  })

  it("are taken from there only by what stands in the folder", () => {
    const { resolveId } = packTexts(FOLDER)
    expect(resolveId("./fr.json", join(FOLDER, "index.ts"))).toBe(`\0${FOLDER}/fr`)
    expect(resolveId("./fr.json", "/elsewhere/index.ts")).toBeNull()
  })
})
