import { en } from "./texts/en.js"
import { es } from "./texts/es.js"

/** This shop's own texts, by the languages that it speaks. */
export const TEXTS = { en, es }
