import { sideEffects } from './module-exports.js'
import type { PublishedValue } from './published-values.js'

const reader = 'the config function or a statement beside it'

/** Says which value of the config a file of the browser contains, and what to do. */
export function explainPublished({ id, name, fileName, isLocal, files }: PublishedValue): string {
  if (files) {
    return `${fileName} contains a file that ${id} may import by a pattern or a computed name, and ${reader} reads what it imports. Import each of these files by its name.`
  }
  if (name === '*') {
    return `${fileName} publishes exports of ${id}, and ${reader} reads all of them. Import by name what the config needs.`
  }
  if (name === sideEffects) {
    return `${fileName} publishes what ${id} does when it is loaded, and ${reader} imports it for that. Move what the browser needs into a file of its own, and import it there.`
  }
  const cure = isLocal
    ? 'Move what the browser needs into a file of its own, and import it there.'
    : 'Keep it in a file that the browser does not import. If every visitor may see it, add it to `publicValues` of the plugin, as `name` or as `src/file.ts#name`.'
  return `${fileName} publishes \`${name}\` of ${id}, which ${reader} reads. ${cure}`
}
