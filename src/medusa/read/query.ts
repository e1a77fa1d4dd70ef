/** The part of Medusa's query that is used here. A query comes from a route's scope or from a payment or tax provider's cradle. */
export type Query = {
  graph(config: {
    entity: string
    fields: string[]
    filters?: Record<string, unknown>
    pagination?: { skip?: number; take: number; order?: Record<string, "ASC" | "DESC"> }
  }): Promise<{ data: unknown[] }>
}
