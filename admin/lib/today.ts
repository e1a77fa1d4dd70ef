/** Returns today's date in a time zone (by default the browser's), as `YYYY-MM-DD`. The user's own date may be a day ahead or behind. */
export const todayIn = (timeZone: string | undefined) => new Intl.DateTimeFormat("sv", { timeZone }).format()
