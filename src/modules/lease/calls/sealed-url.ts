import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"

/** A one-time URL's purpose (spec 4.2). */
export type LinkKind = "order" | "delivery"

const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16
/** Names the format, so that another one can be told apart from this. */
const FORMAT = "1"

/** Encrypts a one-time URL for one lease and one use of it; a fresh text each time. */
export function sealLink(url: string, key: Buffer, leaseId: string, kind: LinkKind): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(leaseId, kind))
  const sealed = Buffer.concat([iv, cipher.update(url, "utf8"), cipher.final(), cipher.getAuthTag()])
  return `${FORMAT}.${sealed.toString("base64url")}`
}

/** The one-time URL again; null when it was sealed with another key, for another lease or use, or was changed. */
export function openLink(sealed: string, key: Buffer, leaseId: string, kind: LinkKind): string | null {
  const [format, text = ""] = sealed.split(".")
  const bytes = Buffer.from(text, "base64url")
  if (format !== FORMAT || bytes.length <= IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(leaseId, kind)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null
  }
}

/** Tells two successes apart after their URLs were used and forgotten; nothing can be read back from it. */
export function digestOf(parts: readonly (string | undefined)[], key: Buffer): string {
  const own = createHmac("sha256", key).update("lease-to-own success").digest()
  return createHmac("sha256", own)
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest("hex")
}

function boundTo(leaseId: string, kind: LinkKind): Buffer {
  return Buffer.from(`${leaseId}\n${kind}`, "utf8")
}
