import * as ts from "typescript"
import {
  added,
  carriedOut,
  type Files,
  newLines,
  planOf,
  STARTER,
  starterEdited,
  starterWith,
  titlesOf,
} from "./starter"

const ACTIONS = "src/lib/data/lease.ts"
const BUTTON = "src/modules/payment-button.tsx"
const CART = "src/lib/data/cart.ts"
const DETAILS = "src/modules/payment-details.tsx"
const LAYOUT = "src/app/layout.tsx"
const NAMES = "src/lib/constants.tsx"
const PAYMENT = "src/modules/payment.tsx"
const REVIEW = "src/modules/review.tsx"
const SUMMARY = "src/modules/summary.tsx"
const WRAPPER = "src/modules/product-actions-wrapper.tsx"
const CONFIRMED = "src/app/[countryCode]/(main)/order/[id]/confirmed/page.tsx"

const inAllFiles = (change: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(STARTER).map(([path, text]) => [path, change(text)]))

/** Adds everything, checks that undo takes it back, and returns the files. */
function addedAndUndone(files: Files, aliases?: Parameters<typeof planOf>[2]): Files {
  const plan = planOf(files, {}, aliases)
  expect(titlesOf(plan, "by_hand")).toEqual([])
  const after = carriedOut(files, plan)
  expect(planOf(after, {}, aliases).changes).toEqual([])
  expect(carriedOut(after, planOf(after, { undo: true }, aliases))).toEqual(files)
  return after
}

/** Checks that nothing but these parts is left to a person, and that the rest can be undone. */
function expectByHand(files: Files, ...titles: string[]): Files {
  const plan = planOf(files)
  expect(titlesOf(plan, "by_hand")).toEqual(titles)
  for (const result of plan.results)
    if (result.state === "by_hand")
      expect([result.code, result.why]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/:$/)])
  const after = carriedOut(files, plan)
  expect(carriedOut(after, planOf(after, { undo: true }))).toEqual(files)
  return after
}

describe("the code is written like the file", () => {
  it("with Windows line endings and a byte order mark", () => {
    const files = inAllFiles((text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`)
    const after = addedAndUndone(files)
    for (const text of Object.values(after)) expect(text).not.toMatch(/(?<!\r)\n/)
  })

  it("with single quotes, semicolons and tabs", () => {
    const files = inAllFiles((text) =>
      text
        .replace(/(=?)"([^"]*)"/g, (all, attribute, value) => (attribute ? all : `'${value}'`))
        .replace(/^(import .+)$/gm, "$1;")
        .replace(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)),
    )
    const after = addedAndUndone({ ...files, [REVIEW]: STARTER[REVIEW] ?? "" })
    expect(newLines(files[DETAILS], after[DETAILS])).toEqual([
      "import { leaseServer } from '@lib/lease-server';",
      "import { LeaseStatus } from 'lease-to-own-react/status';",
      "const PaymentDetails = async ({ order }: PaymentDetailsProps) => {",
      "\tconst lease = await leaseServer.retrieveOrder(order.id);",
      '\t\t\t{lease ? <LeaseStatus lease={lease} orderId={order.id} transport="/api/lease" cartLink="/api/lease/cart" /> : payment && (',
    ])
    expect(after[ACTIONS]).toContain("\n\tconst revalidate = async () => revalidateTag(await getCacheTag('orders'));\n")
  })

  it("without a comma after the last payment method", () => {
    const files = starterEdited(NAMES, "  },\n  // Others", "  }")
    expect(addedAndUndone(files)[NAMES]).toContain(
      '  },\n  "pp_lease-to-own": { title: "Lease-to-own", icon: <CreditCard /> }\n}',
    )
  })

  it("with a comment behind the last payment method and the last import", () => {
    const files = {
      ...starterEdited(NAMES, "  },\n  // Others", "  }, // cards"),
      [CART]: (STARTER[CART] ?? "").replace('"./cookies"', '"./cookies" // the cart'),
    }
    const after = addedAndUndone(files)
    expect(after[NAMES]).toContain('  }, // cards\n  "pp_lease-to-own"')
    expect(after[CART]).toContain('"./cookies" // the cart\nimport { leaseServer }')
  })

  it("in a file without imports", () => {
    const after = addedAndUndone(
      starterEdited(WRAPPER, 'import ProductActions from "@modules/product-actions"\n\n', ""),
    )
    expect(after[WRAPPER]).toMatch(/^import \{ leaseServer \}.+\nimport \{ LeaseMessage \}.+\nexport default/)
  })

  it("before the comment of the default", () => {
    const after = addedAndUndone(starterEdited(BUTTON, "    default:", "    // Nothing is chosen.\n    default:"))
    expect(after[BUTTON]).toContain("      )\n    // Nothing is chosen.\n    default:")
  })

  it("with a space where the sentence breaks the line", () => {
    const files = starterEdited(
      REVIEW,
      "By clicking the Place Order button, you",
      "By\n      clicking the Place Order button\n      you",
    )
    const after = addedAndUndone(files)
    expect(after[REVIEW]).toContain(
      '      By\n      {" "}{isLease ? "signing the contract" : <>clicking the Place Order button</>}{" "}\n      you confirm',
    )
  })

  it("beside an element in parentheses, or among others", () => {
    const inParentheses = starterEdited(
      WRAPPER,
      "return <ProductActions product={product} region={region} />",
      "return (\n    <ProductActions\n      product={product}\n      region={region}\n    />\n  )",
    )
    expect(addedAndUndone(inParentheses)[WRAPPER]).toContain("  return (\n    <>\n    <ProductActions\n")
    const inList = starterEdited(
      WRAPPER,
      "return <ProductActions product={product} region={region} />",
      "return (\n    <div>\n      <ProductActions product={product} region={region} />\n    </div>\n  )",
    )
    expect(addedAndUndone(inList)[WRAPPER]).toContain(
      '/>\n      {message && <LeaseMessage message={message} transport="/api/lease" />}\n    </div>',
    )
  })

  it("after the last import where the layout has no styles", () => {
    const after = addedAndUndone(starterEdited(LAYOUT, 'import "styles/globals.css"\n', ""))
    expect(after[LAYOUT]).toMatch(/^import \{ Metadata \} from "next"\nimport "lease-to-own-storefront\/style.css"\n/)
  })
})

describe("imports", () => {
  it("are relative without an alias", () => {
    const after = addedAndUndone(STARTER, [])
    expect(after[CART]).toContain('import { leaseServer } from "../lease-server"')
    expect(after[ACTIONS]).toContain('import { getCacheTag } from "./cookies"')
  })

  it("have the alias that most files use", () => {
    const aliases = [
      { prefix: "~/", folder: "src/" },
      { prefix: "@lib/", folder: "src/lib/" },
      { prefix: "@/", folder: "src/" },
    ]
    const files = inAllFiles((text) => text.replaceAll(/"@(lib|modules)\//g, '"@/$1/'))
    expect(addedAndUndone(files, aliases)[CART]).toContain('"@/lib/lease-server"')
  })

  it("come once where a file has two places", () => {
    const both = `${STARTER[REVIEW]}\n${(STARTER[PAYMENT] ?? "").replace('"use client"\n\n', "")}`
    const after = addedAndUndone(starterWith({ [REVIEW]: both, [PAYMENT]: undefined }))
    expect(after[REVIEW]?.split("import { isLeaseProvider }")).toHaveLength(2)
  })
})

describe("after the signature", () => {
  const move = (from: string, to: string) =>
    Object.fromEntries(Object.entries(STARTER).map(([path, text]) => [path.replace(from, to), text]))

  it.each([
    ["the order's page is below its ID", STARTER, "/{country}/order/{id}/confirmed", "/{country}/account/orders"],
    [
      "the order's page is beside its ID",
      move("order/[id]/confirmed", "order/confirmed/[id]"),
      "/{country}/order/confirmed/{id}",
      "/{country}/account/orders",
    ],
    ["there is no country", move("[countryCode]/", ""), "/order/{id}/confirmed", "/account/orders"],
    [
      "there are no pages of an account",
      move("account/@dashboard/orders/page", "profile/page"),
      "/{country}/order/{id}/confirmed",
      "/{country}",
    ],
  ])("%s", (_, files, order, orders) => {
    const after = carriedOut(files, planOf(files))
    expect(after[ACTIONS]).toContain(`redirect(id ? \`${order}\` : \`${orders}\`)`.replaceAll("{", "${"))
    const hasCountry = order.includes("country")
    expect(after[ACTIONS]?.includes("country?: string")).toBe(hasCountry)
    expect(after[BUTTON]?.includes("showLeaseOrder(id, cart")).toBe(hasCountry)
  })

  it("the pages in an unknown place are left to a person", () => {
    const titles = ["what the checkout does after the contract is signed", "the lease in the checkout"]
    expectByHand(starterWith({ [CONFIRMED]: undefined }), ...titles)
    expectByHand(move("[countryCode]", "[theme]"), ...titles)
    expectByHand(starterWith({ "src/app/order/confirmed/page.tsx": "" }), ...titles)
  })

  it.each([
    ["by the helper for tags", 'revalidateTag(await getCacheTag("carts"))', STARTER],
    [
      "with the same profile",
      'revalidateTag(await getCacheTag("carts"), "max")',
      starterEdited(CART, '"carts"))', '"carts"), "max")'),
    ],
    [
      "with the same function",
      'updateTag(await getCacheTag("carts"))',
      starterEdited(CART, "  revalidateTag(", "  updateTag("),
    ],
  ])("the cart is read again %s", (_, call, files) => {
    expect(addedAndUndone(files)[ACTIONS]).toContain(`refreshCart = async () => ${call}\n`)
  })

  it("the cart is read again by its tag, or with everything where no tag is known", () => {
    const tags = inAllFiles((text) =>
      text
        .replace(/.*const getCacheTag.*\n/, "")
        .replace('revalidateTag(await getCacheTag("carts"))', 'revalidateTag("cart")\n  revalidateTag("order")'),
    )
    expect(addedAndUndone(tags)[ACTIONS]).toContain('refreshCart = async () => revalidateTag("cart")\n')
    expect(addedAndUndone(tags)[ACTIONS]).toContain('const revalidate = async () => revalidateTag("order")')
    const unknown = inAllFiles((text) =>
      text.replace(/.*const getCacheTag.*\n/, "").replace(/.*revalidateTag\(.*\n/, ""),
    )
    expect(addedAndUndone(unknown)[ACTIONS]).toContain('refreshCart = async () => revalidatePath("/", "layout")\n')
  })
})

describe("what has no place is left to a person", () => {
  it.each([
    ["a button without a switch", starterEdited(BUTTON, "switch (true) {", "{"), "the lease in the checkout"],
    [
      "a method that goes on with the default",
      starterEdited(BUTTON, "      return <Manual />\n", ""),
      "the lease in the checkout",
    ],
    ["a button without the cart", starterEdited(BUTTON, "({ cart })", "({ order })"), "the lease in the checkout"],
    [
      "methods with the same names in two files",
      starterWith({ "src/lib/more.tsx": STARTER[NAMES] }),
      "the payment method's name",
    ],
    ["methods without an icon", starterEdited(NAMES, "icon:", "logo:"), "the payment method's name"],
    [
      "a payment that the browser shows",
      starterEdited(DETAILS, "import", '"use client"\n\nimport'),
      "the lease on the order confirmation page",
    ],
    [
      "a payment that a component in the browser shows",
      starterWith({
        "src/modules/order.tsx": '"use client"\n\nexport const Order = () => <PaymentDetails order={null} />\n',
      }),
      "the lease on the order confirmation page",
    ],
    [
      "a payment without a condition",
      starterEdited(DETAILS, "payment && (", "("),
      "the lease on the order confirmation page",
    ],
    [
      "a statement that would be joined with the one before",
      starterEdited(CART, "  const cart", "  ;[1].map(String)\n  const cart"),
      "a new cart after the order",
    ],
    ["a cart under another name", starterEdited(CART, "getOrSetCart", "ensureCart"), "a new cart after the order"],
    ["a cart without a button", starterEdited(SUMMARY, "checkout-button", "go"), "the message in the cart"],
    [
      "product actions in the browser",
      starterEdited(WRAPPER, "import", '"use client"\n\nimport'),
      "the message on product pages",
    ],
    [
      "a hint in another form",
      starterEdited(
        PAYMENT,
        '{isStripeLike(selectedPaymentMethod)\n      ? "Card"\n      : "Another step will appear"}',
        "Another step will appear",
      ),
      "the hint below the payment method",
    ],
    [
      "a sentence without the cart",
      starterEdited(REVIEW, "({ cart })", "({ order })"),
      "the sentence above the button",
    ],
  ])("%s", (_, files, title) => {
    expectByHand(files, title)
  })

  it("but no hint and no sentence are needed where the texts are others", () => {
    const files: Files = { ...starterEdited(PAYMENT, "Another step will appear", "Next"), [REVIEW]: "export {}\n" }
    expect(addedAndUndone(files)[PAYMENT]).toBe(files[PAYMENT])
  })

  it("and a file with the same name stays as it is", () => {
    const files = starterWith({ [ACTIONS]: "export const months = 12\n" })
    const after = expectByHand(
      files,
      "what the checkout does after the contract is signed",
      "the lease in the checkout",
    )
    expect(after[ACTIONS]).toBe(files[ACTIONS])
  })
})

describe("what is there already stays", () => {
  it("in other files and other words", () => {
    const own = `import { LeaseCheckout } from "lease-to-own-react"\n\nexport const Lease = () => <LeaseCheckout cartId="" />\n`
    const files = starterWith({ "src/modules/lease.tsx": own })
    const after = added(files)
    expect(after[BUTTON]).toBe(STARTER[BUTTON])
    expect(titlesOf(planOf(files), "done")).toEqual(["the lease in the checkout"])
  })

  it("if the functions are in another file, which then is imported", () => {
    const own = "export const leaseServer = createLeaseServer({})\n"
    const after = added(starterWith({ "src/lib/server/own.ts": own }))
    expect(after["src/lib/lease-server.ts"]).toBeUndefined()
    expect(after[CART]).toContain('import { leaseServer } from "@lib/server/own"')
  })
})

describe("undo", () => {
  const after = added(STARTER)
  const undone = (files: Files) => carriedOut(files, planOf(files, { undo: true }))
  const edited = (path: string, from: string, to: string): Files => ({
    ...after,
    [path]: (after[path] ?? "").replace(from, to),
  })

  it("leaves what the merchant wrote around it", () => {
    const files = edited(CART, "import { leaseServer", 'import x from "x"\nimport { leaseServer')
    const more = { ...files, [CART]: files[CART]?.replace('lease-server"', 'lease-server"\nimport y from "y"') ?? "" }
    expect(undone(more)[CART]).toBe(
      STARTER[CART]?.replace('"./cookies"', '"./cookies"\nimport x from "x"\nimport y from "y"'),
    )
  })

  it("leaves a file whose lines were changed, with the files that it needs", () => {
    const files = edited(BUTTON, 'onCart="cart"', 'onCart="basket"')
    const plan = planOf(files, { undo: true })
    expect(titlesOf(plan, "by_hand")).toEqual([
      "the lease in the checkout",
      "how the storefront's server reaches the store",
      "the route that the browser uses to reach the store",
      "what the checkout does after the contract is signed",
    ])
    const rest = carriedOut(files, plan)
    expect(rest[BUTTON]).toBe(files[BUTTON])
    expect(rest[ACTIONS]).toBe(after[ACTIONS])
    expect(rest[DETAILS]).toBe(STARTER[DETAILS])
  })

  it("leaves a new file that was changed", () => {
    const files = edited(ACTIONS, '"orders"', '"lists"')
    const plan = planOf(files, { undo: true })
    expect(titlesOf(plan, "by_hand")).toEqual(["what the checkout does after the contract is signed"])
    expect(carriedOut(files, plan)).toEqual({ ...STARTER, [ACTIONS]: files[ACTIONS] })
  })

  it("removes a new file that was formatted since", () => {
    const files = {
      ...after,
      [ACTIONS]: after[ACTIONS]?.replaceAll('"', "'").replace("redirect(", "redirect(\n    ") ?? "",
    }
    expect(undone(files)).toEqual(STARTER)
  })

  it("doesn't make a function sync that was async before", () => {
    const files = starterEdited(
      DETAILS,
      "({ order }: PaymentDetailsProps) => {\n",
      "async ({ order }: PaymentDetailsProps) => {\n  await track(order)\n",
    )
    expect(addedAndUndone(files)[DETAILS]).toContain("const PaymentDetails = async ({ order }: PaymentDetailsProps)")
  })
})

it("no result has a syntax error", () => {
  for (const [path, text] of Object.entries(added(STARTER))) {
    const { diagnostics } = ts.transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.Preserve },
    })
    expect(diagnostics).toEqual([])
  }
})
