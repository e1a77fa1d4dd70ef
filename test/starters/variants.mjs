/**
 * Other ways in which storefronts from Medusa's starters are written. Each takes the starter's files by their path, and returns the changed ones.
 *
 * @typedef {Map<string, string>} Files
 * @typedef {{ formatter: object, quotes: string, semicolons: string, commas: string }} Format
 * @typedef {{ starter: string, change: (files: Files) => Files, format?: Format, byHand?: string[] }} Variant
 *   `format`: what Biome's formatter makes of it; `byHand`: the parts that are left to a person
 */

/** Changes the texts of all files, or of those whose path ends like this. @param {Files} files @param {string} end @param {(text: string) => string} change */
const mapTexts = (files, end, change) =>
  new Map([...files].map(([path, text]) => [path, path.endsWith(end) ? change(text) : text]))

/** Replaces text that must be there. @param {string} text @param {string | RegExp} from @param {string} to */
function swap(text, from, to) {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`The starter no longer has ${from}.`)
  return changed
}

/** Moves files, and changes the imports of them. @param {Files} files @param {[from: string, to: string][]} moves by parts of paths */
function move(files, moves) {
  const moved = (/** @type {string} */ text) => moves.reduce((result, [from, to]) => result.replaceAll(from, to), text)
  const renamed = new Map([...files].map(([path, text]) => [moved(path), moved(text)]))
  if ([...renamed.keys()].join() === [...files.keys()].join()) throw new Error("No file was moved.")
  return renamed
}

const PAYMENT_BUTTON = "payment-button/index.tsx"
const CONSTANTS = "lib/constants.tsx"
const CART = "lib/data/cart.ts"
const ORDER_PAYMENT = "order/components/payment-details/index.tsx"
const same = (/** @type {Files} */ files) => files

/** @type {Record<string, Variant>} */
export const VARIANTS = {
  "tabs, single quotes and semicolons": {
    starter: "dtc-starter",
    change: same,
    format: {
      formatter: { indentStyle: "tab", lineWidth: 100 },
      quotes: "single",
      semicolons: "always",
      commas: "none",
    },
  },
  "four spaces, and lines of 60": {
    starter: "nextjs-starter-medusa",
    change: same,
    format: {
      formatter: { indentStyle: "space", indentWidth: 4, lineWidth: 60 },
      quotes: "double",
      semicolons: "asNeeded",
      commas: "all",
    },
  },
  "lines of 160": {
    starter: "b2b-starter-medusa",
    change: same,
    format: {
      formatter: { indentStyle: "space", lineWidth: 160 },
      quotes: "single",
      semicolons: "asNeeded",
      commas: "es5",
    },
  },
  "Windows line endings and a byte order mark": {
    starter: "dtc-starter",
    change: (files) => mapTexts(files, "", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`),
  },
  "files with other names": {
    starter: "dtc-starter",
    change: (files) =>
      move(files, [
        ["components/payment-button", "components/place-order"],
        ["../payment-button", "../place-order"],
        ["lib/constants", "lib/payment-methods"],
        ["lib/data/cart", "lib/data/basket"],
        ["lib/data/cookies", "lib/session"],
        ["./cookies", "@lib/session"],
        ["order/components/payment-details", "order/components/paid-with"],
      ]),
  },
  "more payment methods": {
    starter: "nextjs-starter-medusa",
    change(files) {
      const named = mapTexts(files, CONSTANTS, (text) =>
        swap(
          text,
          "  // Add more payment providers here",
          '  "pp_affirm_default": {\n    title: "Affirm",\n    icon: <CreditCard />,\n  }, // Europe',
        ),
      )
      return mapTexts(named, PAYMENT_BUTTON, (text) =>
        swap(
          text,
          "    default:",
          '    case paymentSession?.provider_id === "pp_affirm_default":\n      return <Button>Affirm</Button>\n    // Nothing is selected.\n    default:',
        ),
      )
    },
  },
  "src in the storefront's own folder": {
    starter: "nextjs-starter-medusa",
    change: (files) =>
      new Map(
        [...files].map(([path, text]) => [
          path.replace(/^src\//, ""),
          path === "tsconfig.json" ? swap(text, '"baseUrl": "./src"', '"baseUrl": "."') : text,
        ]),
      ),
  },
  "no path aliases": {
    starter: "dtc-starter",
    change(files) {
      const relative = new Map(
        [...files].map(([path, text]) => {
          const up = "../".repeat(Math.max(0, path.split("/").length - 2)) || "./"
          return [path, text.replace(/(["'])@(lib|modules)\//g, `$1${up}$2/`)]
        }),
      )
      return mapTexts(relative, "tsconfig.json", (text) => swap(text, /"paths": \{[^}]*\},/, ""))
    },
  },
  "no country in the URL": {
    starter: "dtc-starter",
    change: (files) => new Map([...files].map(([path, text]) => [path.replace("[countryCode]/", ""), text])),
  },
  "Next.js 14": {
    starter: "nextjs-starter-medusa",
    change(files) {
      // Its cookies could be read at once, and its cache had the same tags for everybody.
      const cookies = mapTexts(files, "lib/data/cookies.ts", (text) =>
        text
          .replaceAll("async ", "")
          .replaceAll("await ", "")
          .replace(/Promise<\s*([^>]+?)\s*>/g, "$1")
          .replaceAll("getCacheTag", "tagOf"),
      )
      const tags = new Map(
        [...cookies].map(([path, text]) => [
          path,
          text
            .replaceAll("getCacheTag,\n", "")
            .replaceAll("getCacheTag, ", "")
            .replace(/await getCacheTag\("(\w+?)s?"\)/g, '"$1"')
            .replace(/const (\w+) = "(\w+)"\n/g, 'const $1 = "$2"\n'),
        ]),
      )
      return mapTexts(tags, CART, (text) =>
        text.replace(/const \w+CacheTag = "(\w+)"\s+revalidateTag\(\w+\)/g, 'revalidateTag("$1")'),
      )
    },
  },
  "Next.js 16": {
    starter: "dtc-starter",
    change: (files) =>
      mapTexts(files, "", (text) => text.replace(/revalidateTag\((\w+)\)/g, 'revalidateTag($1, "max")')),
  },
  "default exports": {
    starter: "nextjs-starter-medusa",
    change(files) {
      const names = mapTexts(
        files,
        CONSTANTS,
        (text) =>
          `${swap(text, "export const paymentInfoMap", "const paymentInfoMap")}\nexport default paymentInfoMap\n`,
      )
      const details = mapTexts(names, ORDER_PAYMENT, (text) =>
        swap(
          swap(
            swap(
              text,
              "const PaymentDetails = ({ order }: PaymentDetailsProps) => {",
              "export default function PaymentDetails({ order }: PaymentDetailsProps) {",
            ),
            "export default PaymentDetails\n",
            "",
          ),
          "{ isStripeLike, paymentInfoMap }",
          "paymentInfoMap, { isStripeLike }",
        ),
      )
      const payment = mapTexts(details, "checkout/components/payment/index.tsx", (text) =>
        swap(text, "{ isStripeLike, paymentInfoMap }", "paymentInfoMap, { isStripeLike }"),
      )
      return mapTexts(payment, PAYMENT_BUTTON, (text) =>
        swap(
          swap(
            text,
            "const PaymentButton: React.FC<PaymentButtonProps> = ({",
            "export default function PaymentButton({",
          ),
          /\}\) => \{/,
          "}: PaymentButtonProps) {",
        ).replace("export default PaymentButton\n", ""),
      )
    },
  },
  "functions as constants": {
    starter: "b2b-starter-medusa",
    change: (files) =>
      mapTexts(files, CART, (text) =>
        swap(
          text,
          "export async function getOrSetCart(countryCode: string) {",
          "export const getOrSetCart = async (countryCode: string) => {",
        ),
      ),
  },
  "a checkout without a switch": {
    starter: "dtc-starter",
    change: (files) =>
      mapTexts(files, PAYMENT_BUTTON, (text) =>
        swap(
          text,
          /switch \(true\) \{.*?\n {2}\}\n\}/s,
          "return isManual(paymentSession?.provider_id) ? (\n    <ManualTestPaymentButton notReady={notReady} data-testid={dataTestId} />\n  ) : null\n}",
        ),
      ),
    byHand: ["the lease in the checkout"],
  },
  "two tables of payment methods, and the payment shown by the browser": {
    starter: "dtc-starter",
    change(files) {
      const twice = new Map([...files, ["src/lib/more-constants.tsx", files.get("src/lib/constants.tsx") ?? ""]])
      return mapTexts(twice, ORDER_PAYMENT, (text) => `"use client"\n\n${text}`)
    },
    byHand: ["the payment method's name", "the lease on the order confirmation page"],
  },
  "no page of a placed order": {
    starter: "dtc-starter",
    change: (files) => new Map([...files].filter(([path]) => !path.includes("confirmed/"))),
    byHand: ["what the checkout does after the contract is signed", "the lease in the checkout"],
  },
}
