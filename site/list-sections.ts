import { readFileSync } from 'node:fs'
import type { DefaultTheme } from 'vitepress'

/** A folder of docs/, as its README.md lists it. */
export interface Section {
  readonly folder: string
  readonly title: string
  readonly link: string
  readonly sidebar: DefaultTheme.SidebarItem[]
  readonly pages: readonly ListedPage[]
}

/** A page, as the index of its section names it. */
export interface ListedPage {
  readonly group: string
  readonly title: string
  /** The path below docs/, such as `guide/email.md`. */
  readonly path: string
  readonly description: string
}

const docs = new URL('../docs/', import.meta.url)

/** Reads the sections from docs/README.md, and the pages of each from its index. */
export function listSections(): Section[] {
  const listed = read('README.md').matchAll(/^- \[([^\]]+)\]\(([\w-]+)\/README\.md\)/gm)
  return [...listed].map(([, title = '', folder = '']) => {
    const pages = listPages(folder)
    return { folder, title, link: `/${folder}/`, pages, sidebar: toSidebar(folder, title, pages) }
  })
}

function listPages(folder: string): ListedPage[] {
  const pages: ListedPage[] = []
  let group = ''
  for (const line of read(`${folder}/README.md`).split('\n')) {
    group = /^## (.+)/.exec(line)?.[1] ?? group
    const [, title, path, description = ''] =
      /^(?:-|\|) \[(.+?)\]\(([\w/-]+\.md)\)(?:: (.+))?/.exec(line) ?? []
    if (title && path) pages.push({ group, title, path: `${folder}/${path}`, description })
  }
  return pages
}

function toSidebar(
  folder: string,
  title: string,
  pages: readonly ListedPage[],
): DefaultTheme.SidebarItem[] {
  const groups = [...new Set(pages.map(({ group }) => group))]
  return groups.map((group) => {
    const items = pages.filter((page) => page.group === group).map(toItem)
    if (group) return { text: group, items }
    return { text: title, items: [{ text: 'Overview', link: `/${folder}/` }, ...items] }
  })
}

function toItem({ title, path }: ListedPage): DefaultTheme.SidebarItem {
  return { text: title.replaceAll('`', ''), link: `/${path.replace(/\.md$/, '')}` }
}

function read(path: string): string {
  return readFileSync(new URL(path, docs), 'utf8')
}
