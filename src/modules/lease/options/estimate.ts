import { z } from "zod"
import { languageKeys, withOperator } from "./consent"

const amount = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .transform((value) => Math.round(value * 100))

/** Figures as the store's code answers them: amounts in major units in, in cents out. */
export const FiguresSchema = z.object({
  /** Paid at signing. */
  dueToday: amount,
  /** How many payments follow, what each of them is, and how often they come. The last one may differ. */
  payments: z.int().min(1).max(1000),
  each: amount,
  every: z.enum(["weekly", "biWeekly", "semiMonthly", "monthly"]),
  /** `dueToday` and all payments. */
  total: amount,
})

/** An example of what a lease costs: the whole of it, so that no page can show a payment alone. Amounts in major units. */
export type EstimateFigures = z.input<typeof FiguresSchema>

/**
 * The figures for an amount in major units, by the operator's own formula or table; undefined where it has none. Asked for each amount that a page
 * shows; may not depend on who asks.
 */
type EstimateFunction = (amount: number, currency: string) => EstimateFigures | undefined

const WRITE =
  'Write estimate: { of: (amount, currency) => ({ dueToday, payments, each, every, total }), disclosure: { en: "…", es: "…" } }.'
const DISCLOSURE =
  'Write estimate: { disclosure: { en: "…", es: "…" } }: the text that the operator wants beside estimated payments. There is no estimate without it.'

const text = z.string({ error: DISCLOSURE }).trim().min(1, { error: DISCLOSURE })

export const EstimateSchema = z.strictObject(
  {
    /** The figures for an amount, by the operator's own formula or table; undefined where it has none. */
    of: z.custom<EstimateFunction>((value) => typeof value === "function", { error: WRITE }),
    /** The text that the operator wants beside such figures, in English or by language. There is no estimate without it. */
    disclosure: z.union(
      [
        text.transform((en) => ({ en })),
        z
          .object(
            {
              /** The English text; `{operator}` stands for the name. */
              en: text.optional(),
              /** The Spanish text; `{operator}` stands for the name. */
              es: text.optional(),
            },
            { error: DISCLOSURE },
          )
          .catchall(text)
          .superRefine(languageKeys("disclosure"))
          .refine((texts) => Object.values(texts).some((each) => each !== undefined), { error: DISCLOSURE }),
      ],
      { error: DISCLOSURE },
    ),
  },
  { error: WRITE },
)

/** The option as it runs, `{operator}` filled in: `disclosure` by language, at least one. */
export function estimateOf({ of, disclosure }: z.output<typeof EstimateSchema>, operator: string) {
  return { of, disclosure: withOperator(disclosure, operator) }
}
