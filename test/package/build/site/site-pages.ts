import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../folder.js'
import { base } from './serve-site.js'

/** A page of the built site. */
export interface SitePage {
  /** Its path, such as `/latchkey/guide/email`. */
  readonly path: string
  readonly html: string
}

const folder = join(root, 'site/dist')

/** Reads every page of the built site. */
export function readSitePages(): SitePage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => ({
      path: base + file.replace(/(?:(^|\/)index)?\.html$/, '$1'),
      html: readFileSync(join(folder, file), 'utf8'),
    }))
}
