import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { UserConfig } from "vite"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "../..")
const require = createRequire(import.meta.url)
/** Vite and Tailwind are those with which Medusa builds the dashboard, i18next is the one that runs in it. */
const bundler = createRequire(require.resolve("@medusajs/admin-bundler"))
const dashboard = createRequire(require.resolve("@medusajs/dashboard/package.json"))

/** Builds the page of `page.tsx`, styled as Medusa styles a dashboard with plugins. `--outDir` says where to. */
export default {
  root: here,
  base: ".//",
  logLevel: "error",
  esbuild: { jsx: "automatic" },
  resolve: { alias: { i18next: dirname(dashboard.resolve("i18next/package.json")) } },
  css: {
    postcss: {
      plugins: [
        bundler("tailwindcss")({
          presets: [require("@medusajs/ui-preset")],
          darkMode: "class",
          // Tailwind drops the dark colors when nothing that it reads names the class.
          safelist: ["dark"],
          content: [
            join(here, "*.tsx"),
            join(root, "admin/**/*.{ts,tsx}"),
            join(dirname(require.resolve("@medusajs/ui")), "**/*.js"),
          ],
        }),
        bundler("autoprefixer"),
      ],
    },
  },
  build: { minify: false, emptyOutDir: true },
} satisfies UserConfig
