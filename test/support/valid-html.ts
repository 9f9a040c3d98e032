import { HtmlValidate, StaticConfigLoader, type RuleConfig } from 'html-validate'
import { expect } from 'vitest'

const pageRules: RuleConfig = {
  // HTML leaves both to the author; these are the ways in which prettier formats our templates.
  'doctype-style': ['error', { style: 'lowercase' }],
  'void-style': ['error', { style: 'selfclose' }],
  // 70 is where search engines cut; they are told to stay away, and a notice comes first in the title.
  'long-title': ['error', { maxlength: 130 }],
  // A part that a page does without leaves the indentation of its line behind.
  'no-trailing-whitespace': 'off',
  // The one script comes from the origin of its page, under the nonce of the page.
  'require-sri': 'off',
}

const mailRules: RuleConfig = {
  ...pageRules,
  // Many mail programs drop stylesheets and know colours and measures in place only.
  'no-inline-style': 'off',
  // Outlook lays out by the attributes of tables; it has no other way.
  'no-deprecated-attr': 'off',
}

/** Resolves its config once: doing so for every page takes far longer than the page. */
class OnceLoader extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined

  override getConfigFor(
    ...args: Parameters<StaticConfigLoader['getConfigFor']>
  ): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.#resolved ??= super.getConfigFor(...args))
  }
}

function makeValidator(rules: RuleConfig): HtmlValidate {
  const presets = ['html-validate:recommended', 'html-validate:document']
  return new HtmlValidate(new OnceLoader({ root: true, extends: presets, rules }))
}

const pages = makeValidator(pageRules)
const mails = makeValidator(mailRules)

function complaintsOf(validator: HtmlValidate, html: string): readonly string[] {
  const { results } = validator.validateStringSync(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  )
}

/** Pages without their tokens and stylesheets, of which many tests fetch the same. */
const valid = new Set<string>()

/** Checks that a built-in page is valid HTML, and returns it. */
export function validPage(html: string): string {
  const markup = html
    .replace(/<style[^]*?<\/style>/, '')
    .replaceAll(/ (?:nonce|value)="[^"]*"/g, '')
  if (valid.has(markup)) return html
  expect(complaintsOf(pages, html)).toEqual([])
  valid.add(markup)
  return html
}

/** Checks that a mail is valid HTML. */
export function expectValidMail(html: string): void {
  expect(complaintsOf(mails, html)).toEqual([])
}
