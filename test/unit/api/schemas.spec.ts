import { plainText } from "../../../src/api/schemas"
import { idOf } from "../../../src/api/store-route"

it.each(["a", "x".repeat(100), "ñ 漢 🙂", "two\nlines"])("a valid text is accepted (%#)", (text) => {
  expect(plainText(100).safeParse(text).success).toBe(true)
})

it.each(["", "x".repeat(101), "a\0b", "\ud83d", 7, null])(
  "takes nothing that cannot be kept, nor what is too long (%#)",
  (text) => {
    expect(plainText(100).safeParse(text).success).toBe(false)
  },
)

it.each([
  ["cart_1", "cart_1"],
  ["cart_1\0", "cart_1"],
  ["x".repeat(5000), "x".repeat(200)],
  [undefined, ""],
])("an id that PostgreSQL accepts is found (%#)", (id, found) => {
  expect(idOf({ params: { id } })).toBe(found)
})
