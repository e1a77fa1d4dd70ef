import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { LocalNotificationService } from "@medusajs/notification-local/dist/services/local"
import type { LeaseStore } from "./lease-store"

type SentMail = { to: string; template: string; data: Record<string, string>; content: { text: string } }
type Configured = { options: { providers: { options?: { channels?: string[] } }[] } }

/** Makes the store's notification provider accept emails in this block. Returns the current test's emails, in order. */
export function sentMails(store: LeaseStore): SentMail[] {
  const mails: SentMail[] = []
  const channels = () => {
    const { modules } = store.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
    return (modules?.[Modules.NOTIFICATION] as Configured | undefined)?.options.providers[0]?.options?.channels ?? []
  }
  beforeEach(async () => {
    mails.length = 0
    channels().push("email")
    await store.sql("update notification_provider set channels = '{feed,email}'")
    jest.spyOn(LocalNotificationService.prototype, "send").mockImplementation(async (mail) => {
      if (mail.channel === "email") mails.push(mail as unknown as SentMail)
      return {}
    })
  })
  afterEach(() => {
    channels().pop()
    jest.restoreAllMocks()
  })
  return mails
}
