import { localeOf as dashboardLocaleOf } from "../../../admin/hooks/use-format"
import { readMoney } from "../../../packages/storefront/src/client/application"
import { dictionaries } from "../../../packages/storefront/src/words/dictionaries"
import { loaded } from "../../../packages/storefront/src/words/languages"
import { localeOf, longDate, moneyIn } from "../../../packages/storefront/src/words/locale"
import { LOCALE_NAMES } from "../../fixtures/locale-names"

describe("locales", () => {
  test.each(LOCALE_NAMES)("the kit and the dashboard read the name %j as %s", (name, read) => {
    expect([localeOf(name), dashboardLocaleOf(name)]).toEqual([read ?? "en-US", read])
    expect(moneyIn(name, "usd")(4200)).toMatch(/4\D?200/)
    expect(longDate(name, "2027-02-20")).toContain("2027")
    expect(readMoney("4200", name)).toBe(4200)
  })

  test.each([
    ["es", "es-US"],
    ["es_MX", "es-MX"],
  ])("a locale selects the words of its language: %s", async (name, locale) => {
    expect([(await dictionaries.load(name)).language, localeOf(name)]).toEqual(["es", locale])
  })

  test("a currency or a day that can't be formatted is shown as it is", () => {
    expect(["dollars", "", undefined].map((currency) => moneyIn("en", currency as string)(12.5))).toEqual([
      "12.5 dollars",
      "12.5",
      "12.5",
    ])
    expect(longDate("en", "soon")).toBe("soon")
  })

  test("texts that don't load are replaced by the English ones, and the developer is told", async () => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined)
    const gone = new TypeError("Failed to fetch dynamically imported module")
    const texts = loaded({ en: async () => "English", es: () => Promise.reject(gone) })
    expect([await texts.load("es-MX"), texts.of("es")]).toEqual(["English", "English"])
    expect(logged.mock.calls).toEqual([[expect.stringContaining("texts of es"), gone]])
    logged.mockRestore()
  })

  test("typed amounts are read in a language with digits of its own", () => {
    expect(["4200", "4,200.50"].map((typed) => readMoney(typed, "ar-EG"))).toEqual([4200, 4200.5])
  })
})
