"use client"

/** For product pages: an entry of its own, without the checkout. */
export { LeaseMessage, type LeaseMessageProps } from "./lease-message.js"
