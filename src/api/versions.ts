/** Returns the installed version of the plugin, or of a package that it needs. */
export function versionOf(name: string): string {
  return require(`${name}/package.json`).version
}
