import { z } from "zod"
import { tryJson } from "../index"
import type { Level } from "./rows"

const PERSONS_A_RUN = 6
export const PERSONS_A_DAY = 12

const WRITE =
  'It must look like this: [{ "test": true, "name": "approved", "expected": "approved", "application": { … } }].'

const PersonSchema = z.object(
  {
    /** The user's confirmation that the applicant isn't real, which no program can verify. */
    test: z.literal(true, { error: `Each applicant needs "test": true. ${WRITE}` }),
    /** Appears in the report, so use an invented name. */
    name: z
      .string({ error: WRITE })
      .regex(/^[a-z][a-z0-9-]{0,30}$/, { error: `Each name must be a short word, such as "approved". ${WRITE}` }),
    expected: z.enum(["approved", "pre_approved", "prequalified", "denied", "pending"], { error: WRITE }),
    application: z.record(z.string(), z.unknown(), { error: WRITE }),
  },
  { error: WRITE },
)

/** An applicant made up by the operator, with the decision that the operator promised. */
export type TestPerson = z.output<typeof PersonSchema>

/** Throws an Error that says what to write, without quoting the file. */
export function readPersons(text: string): TestPerson[] {
  const parsed = z
    .array(PersonSchema, { error: WRITE })
    .min(1, { error: WRITE })
    .safeParse(parseJson(text.replace(/^\uFEFF/, ""), `The file of test applicants is not valid JSON. ${WRITE}`))
  if (!parsed.success) {
    const lines = new Set(parsed.error.issues.map(({ message }) => message))
    throw new Error(["Nothing was sent. The file of test applicants is not valid.", ...lines].join("\n"))
  }
  const persons = parsed.data
  if (persons.length > PERSONS_A_RUN) throw new Error(`A run can have at most ${PERSONS_A_RUN} test applicants.`)
  if (new Set(persons.map(({ name }) => name)).size < persons.length)
    throw new Error("Each test applicant needs a different name.")
  return persons
}

/** How many approved applicants a level needs: one per lease. */
export const APPROVED_FOR: Record<Level, number> = { read: 0, refuse: 0, apply: 0, sign: 1, money: 3 }

/** What a level does to the account, shown before the run asks the user whether to continue. */
export const DOES: Record<Level, string> = {
  read: "asks about an application that does not exist, and tries wrong credentials once. Leaves nothing behind.",
  refuse: "sends an empty application, and a cart for an application that does not exist. Leaves nothing behind.",
  apply: "applies once for each test applicant, records a cart for one of them, opens its contract and cancels it.",
  sign: "shows that contract, which you sign within 15 minutes, and cancels it before anything ships.",
  money:
    "shows two more contracts to sign, confirms both deliveries and returns one lease. One unit of the other is returned. That lease stays active, and only the operator can end it.",
}

/** Throws an Error with the given message, because the parser's own message quotes the text. */
export function parseJson(text: string, otherwise: string): unknown {
  const json = tryJson(text)
  if (json === undefined) throw new Error(otherwise)
  return json
}
