"use client"

/** A separate entry for product pages, without the checkout. */
export { LeaseMessage, type LeaseMessageProps } from "./lease-message.js"
