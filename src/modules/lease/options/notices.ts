import { z } from "zod"
import { isLoopback, toUrl } from "../../../client"

const FORM =
  'Write notices: { shoppers: { store: "…" }, staff: { to: ["…"] } }, or one of the two: who gets e-mails about leases.'
const TO = 'Write staff: { to: ["leases@store.example"] }: e-mail addresses.'
const EVERY = "Write staff: { every: 3600000 } (milliseconds, 60000 or more)."
const LINK = 'Write link: "https://shop.example/checkout?cart={cartId}": https; {cartId} may stand in it.'
const PAGE = 'Write link: "https://store.example/app/leases?tab=needs_attention": https.'

function page(error: string) {
  return z.string({ error }).refine(
    (address) => {
      const url = toUrl(address)
      return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))
    },
    { error },
  )
}

const STORE = 'Write shoppers: { store: "Harbor & Home" }: the name of the store, under each e-mail.'

/** Option `notices`. Nothing is sent without it. */
export const NoticesSchema = z
  .strictObject(
    {
      /** E-mails to shoppers. Left out: they get none. */
      shoppers: z
        .strictObject(
          {
            /** The name of the store, under each e-mail. */
            store: z.string({ error: STORE }).trim().min(1, { error: STORE }),
            /** Where the shopper goes on; `{cartId}` stands for the id of the cart. */
            link: page(LINK).optional(),
          },
          { error: FORM },
        )
        .optional(),
      /** A digest of the leases that need a person. Left out: none is sent. */
      staff: z
        .strictObject(
          {
            /** Who gets it. */
            to: z
              .array(z.email({ error: TO }), { error: TO })
              .min(1, { error: 'Write staff: { to: ["leases@store.example"] }: one address or more.' }),
            /** The least time between two of them, in ms. Default 3600000, an hour. */
            every: z.int({ error: EVERY }).min(60_000, { error: EVERY }).default(3600_000),
            /** The page of the dashboard that it leads to. */
            link: page(PAGE).optional(),
          },
          { error: FORM },
        )
        .optional(),
    },
    { error: FORM },
  )
  .refine(({ shoppers, staff }) => shoppers !== undefined || staff !== undefined, { error: FORM })
