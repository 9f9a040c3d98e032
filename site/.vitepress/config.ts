import { defineConfig } from 'vitepress'
import { readFileSync } from 'node:fs'
import { linkToSite } from '../link-to-site.js'
import { listSections } from '../list-sections.js'
import { toAnchor } from '../to-anchor.js'
import { writeLlmsTxt } from '../write-llms-txt.js'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }
const repository = 'https://github.com/latchkey-auth/latchkey'
const base = process.env['DOCS_BASE'] ?? '/latchkey/'
const sections = listSections()

export default defineConfig({
  title: 'Latchkey',
  description:
    'Authentication for Qwik City: sign-in, sign-out and sessions from one config function.',
  lang: 'en',
  base,
  srcDir: '../docs',
  outDir: 'dist',
  cacheDir: '.cache',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#1f6f5c' }],
  ],
  markdown: {
    anchor: { slugify: toAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => linkToSite(md, repository),
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') page.frontmatter['layout'] = 'landing'
    // The page as it is on GitHub, before the rewrite of README.md.
    page.frontmatter['source'] = page.filePath
  },
  buildEnd: ({ outDir }) => writeLlmsTxt(outDir, sections),
  vite: {
    publicDir: '../site/public',
    build: { chunkSizeWarningLimit: 10_000 },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      ...sections.map(({ title, link, folder }) => ({
        text: title,
        link,
        activeMatch: `^/${folder}/`,
      })),
      { text: `v${version}`, items: listVersions() },
    ],
    sidebar: Object.fromEntries(sections.map(({ folder, sidebar }) => [`/${folder}/`, sidebar])),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        // Of the generated reference, search finds the names. Their texts would be half of the index.
        _render: (text, env, md) =>
          md.render(isReference(env.path) ? text.replaceAll(/^(?!#).*$/gm, '') : text, env),
        miniSearch: {
          searchOptions: {
            // Serialized into the site, so they use nothing from outside.
            boost: { title: 5, titles: 3, text: 1 },
            boostDocument: (id: string, term: string) => {
              const section = /\/(?:guide|recipes)\//.test(id) ? 2 : 1
              const isApi = /\/(?:internals|api)\//.test(id)
              // A page that is named after the term is the page about it.
              const [page = ''] = id.toLowerCase().split('#')
              const isNamed = page.split('/').some((part) => part.startsWith(term.slice(0, 6)))
              return (isApi ? 0.2 : section) * (isNamed && term.length > 3 ? 3 : 1)
            },
          },
        },
      },
    },
    editLink: {
      pattern: ({ frontmatter }) =>
        `https://github.com/latchkey-auth/latchkey/edit/main/docs/${String(frontmatter['source'])}`,
      text: 'Edit this page on GitHub',
    },
    socialLinks: [{ icon: 'github', link: repository, ariaLabel: 'Latchkey on GitHub' }],
    footer: { message: 'Released under the MIT license.' },
  },
})

/** The releases that the workflow has published beside this one, newest first. */
function listVersions(): { text: string; link: string; target?: string }[] {
  const older = (process.env['DOCS_VERSIONS'] ?? '').split(' ').filter(Boolean)
  return [
    { text: 'Changelog', link: `${repository}/blob/main/CHANGELOG.md` },
    { text: 'Releases', link: `${repository}/releases` },
    ...older.map((name) => ({
      text: name,
      link: `${new URL(name, 'https://latchkey-auth.github.io/latchkey/').href}/`,
    })),
  ]
}

function isReference(path: string): boolean {
  return path.includes('/reference/api/')
}
