import { LeaseEvents } from "../../../../src/modules/lease/rules/announcements"
import { NOTICES } from "../../../../src/modules/lease/rules/notices"
import { type LeaseEventType, newsOf, transitions } from "../../../../src/modules/lease/rules/state-machine"
import { noticeTexts } from "../../../../src/modules/lease/texts/notices"

const { en, ...others } = noticeTexts
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe("e-mails to shoppers", () => {
  it.each(Object.entries(others))("e-mails in %s match the English ones line by line", (_language, texts) => {
    for (const notice of NOTICES) {
      expect(texts[notice].map(placeholders)).toEqual(en[notice].map(placeholders))
      expect(texts[notice][0]).not.toBe(en[notice][0])
    }
    expect(placeholders(texts.reference)).toEqual(placeholders(en.reference))
  })

  it("no e-mail is about a denial", () => {
    expect(JSON.stringify(noticeTexts)).not.toMatch(/denied|declined|not approved|rechaz|deneg/i)
  })
})

describe("events", () => {
  it("every end of a lease has an event, whoever caused it", () => {
    const ends = { delivered: "DELIVERED", returned: "RETURNED", canceled: "CANCELED", expired: "EXPIRED" } as const
    for (const [event, { to }] of Object.entries(transitions)) {
      const name = ends[to as keyof typeof ends]
      const isBack = event.includes("refused")
      if (name && !isBack) expect([event, newsOf(event as LeaseEventType)]).toEqual([event, LeaseEvents[name]])
    }
  })
})
