import { type Directive, limitsOf, policiesOf, refuses } from "../../../src/setup/content-policy"

const page = new URL("https://shop.example.com/checkout")
const lets = (policy: string, url: string, directive: Directive = "frame-src") =>
  !refuses(policiesOf(policy, ""), directive, url, page)

it.each<[string, string, boolean]>([
  ["frame-src https://lease.example", "https://lease.example", true],
  ["frame-src https://lease.example", "https://other.example", false],
  ["frame-src https://lease.example", "http://lease.example", false],
  ["frame-src https://lease.example:8443", "https://lease.example", false],
  ["frame-src http://localhost:*", "http://localhost:4011", true],
  ["frame-src lease.example", "https://lease.example", true],
  ["frame-src *.lease.example", "https://eu.lease.example", true],
  ["frame-src *.lease.example", "https://lease.example", false],
  ["frame-src https:", "https://lease.example", true],
  ["frame-src *", "https://lease.example", true],
  ["frame-src 'self'", "https://shop.example.com", true],
  ["frame-src 'none'", "https://lease.example", false],
  ["frame-src", "https://lease.example", false],
  ["default-src 'self'", "https://lease.example", false],
  ["default-src 'self'; child-src https://lease.example", "https://lease.example", true],
  ["child-src https://lease.example; frame-src 'self'", "https://lease.example", false],
  ["frame-src 'self'; frame-src https://lease.example", "https://lease.example", false],
  ["script-src 'self'", "https://lease.example", true],
  ["FRAME-SRC HTTPS://LEASE.EXAMPLE", "https://lease.example", true],
])("%s lets a frame of %s through: %s", (policy, url, expected) => expect(lets(policy, url)).toBe(expected))

it.each<[Directive, string, boolean]>([
  ["connect-src", "frame-src *; connect-src 'self'", false],
  ["connect-src", "frame-src 'none'", true],
  ["script-src", "script-src 'self'; script-src-elem https://lease.example", true],
  // The kit gives the operator's script the page's nonce.
  ["script-src", "script-src 'nonce-abc' 'strict-dynamic'", true],
])("%s is decided by %s: %s", (directive, policy, expected) => {
  expect(lets(policy, "https://lease.example", directive)).toBe(expected)
})

it("needs every policy to agree, including those in the page's HTML", () => {
  const html = `<meta content="frame-src &#x27;self&#x27;" http-equiv="Content-Security-Policy">`
  const policies = policiesOf("frame-src *, default-src https:", html)
  expect(limitsOf(policies, "frame-src")).toEqual([["*"], ["https:"], ["'self'"]])
  expect(refuses(policies, "frame-src", "https://lease.example", page)).toBe(true)
})

it("limits no frames where none of its directives is about them", () => {
  expect(limitsOf(policiesOf("script-src 'self'", ""), "frame-src")).toEqual([])
})
