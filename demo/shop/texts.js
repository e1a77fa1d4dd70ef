import { de } from "./texts/de.js"
import { en } from "./texts/en.js"
import { es } from "./texts/es.js"
import { fr } from "./texts/fr.js"

/** This shop's own texts, by the languages that it speaks. */
export const TEXTS = { en, es, fr, de }
