import { readRow } from "../../medusa/read/carts"
import { formerMetadata } from "../../medusa/read/taxes"
import { guard } from "./guard"

/**
 * When a country's tax provider is changed to ours, adds the former provider to the tax region's metadata, where ours looks for it. When the provider
 * is changed back, removes that entry. This works whether staff use the region's switch, Medusa's own page for tax regions or a request.
 */
export const rememberFormerProvider = guard(async ({ req, body, query, id }) => {
  const chosen = body.provider_id
  if (typeof chosen !== "string") return
  const region = await readRow<{ provider_id: string | null }>(query, "tax_region", id, ["id", "provider_id"])
  const former = formerMetadata(region?.provider_id ?? null, chosen)
  if (!former) return
  // Medusa reads one body or the other, depending on whether its own middleware ran first.
  for (const read of [req.body, req.validatedBody] as ({ metadata?: object } | undefined)[])
    if (read) read.metadata = { ...former, ...read.metadata }
})
