import { LocalNotificationService } from "@medusajs/notification-local/dist/services/local"
import type { LeaseStore } from "./lease-store"

type SentMail = { to: string; template: string; data: Record<string, string>; content: { text: string } }

/** The store's notification provider takes e-mails from now on. Returns those that it was handed, in order. */
export async function sentMails(store: LeaseStore): Promise<SentMail[]> {
  await store.sql("update notification_provider set channels = '{feed,email}'")
  const mails: SentMail[] = []
  jest.spyOn(LocalNotificationService.prototype, "send").mockImplementation(async (mail) => {
    if (mail.channel === "email") mails.push(mail as unknown as SentMail)
    return {}
  })
  return mails
}
