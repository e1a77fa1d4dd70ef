"use client"

/** A separate entry point, so that product pages don't load the checkout. */
export { LeaseMessage, type LeaseMessageProps } from "./lease-message.js"
