/**
 * The service's identifier of an application, lease and account (spec 2.1, reference 1). Text here, whatever it is on the wire;
 * branded, so that it cannot be mixed up with ids of ours.
 */
export type ApplicationId = string & { readonly __brand: "ApplicationId" }

/** Takes stored or received text as an application id. Throws when there is none in it. */
export function toApplicationId(text: string): ApplicationId {
  const id = text.trim()
  if (!id) throw new Error("An application id is missing: the text is empty.")
  return id as ApplicationId
}
