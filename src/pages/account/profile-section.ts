import { acceptImage, acceptPicture } from '../../http/accept-url.js'
import { attributes, html, type Html } from '../../http/html.js'
import type { ProfileSection } from '../../model/account-description.js'
import { fillPlainText, fillText, isolate } from '../fill-text.js'
import { renderSection } from '../list-section.js'
import { renderFormWith } from '../page-form.js'
import type { AccountPageProps } from './account-page-props.js'
import { changedUrl } from './changed-section.js'
import { renderField } from './field.js'

/** Renders the name and the picture, and the form that changes them. */
export function renderProfile(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { profile, user } = account
  if (!profile) return undefined
  const name =
    user.name === undefined
      ? html`<p><span>${texts.profile.unnamed}</span></p>`
      : html`<strong>${isolate(user.name)}</strong>`
  const rows = html`<ul class="rows">
    <li>
      ${renderPicture(user.image)}
      <div>${name}</div>
    </li>
    <li>${renderProfileForm(props, profile)}</li>
  </ul>`
  return renderSection(texts.headings.profile, undefined, rows, {
    id: 'profile',
    changed: props.changed === 'profile' ? texts.changed.saved : undefined,
  })
}

/** Says which names are accepted. */
function writeNameRule({ account, texts }: AccountPageProps): string {
  const length = String(account.profile?.longestName ?? '')
  return fillPlainText(texts.profile.invalidName, { length })
}

function renderProfileForm(props: AccountPageProps, profile: ProfileSection): Html {
  const { account, texts, routesUrl, csrfToken, isNameInvalid } = props
  const field = {
    id: 'profile-name',
    type: 'text',
    name: 'name',
    value: account.user.name ?? '',
    autocomplete: 'name',
    dir: 'auto',
  }
  const problem = isNameInvalid ? writeNameRule(props) : undefined
  const callbackUrl = changedUrl(props.accountUrl, 'profile')
  const form = { action: `${routesUrl}/update-profile`, csrfToken, callbackUrl }
  const content = html`<div class="fields">
      ${renderField(texts.profile.name, field, problem)} ${renderChoices(props, profile)}
    </div>
    <button type="submit" class="button">${texts.profile.save}</button>`
  return html`<details ${attributes({ open: isNameInvalid })}>
    <summary>${texts.profile.change}</summary>
    ${renderFormWith(form, content)}
  </details>`
}

/** A choice of pictures. */
interface Choice {
  readonly value: string
  readonly label: Html | string
  readonly url?: string | undefined
}

function renderChoices(
  { account, texts }: AccountPageProps,
  { pictures }: ProfileSection,
): Html | undefined {
  const { image } = account.user
  if (image === undefined && pictures.length === 0) return undefined
  const { picture, pictureFrom, currentPicture } = texts.profile
  const isForeign = image !== undefined && !pictures.some(({ isCurrent }) => isCurrent)
  const choices: readonly Choice[] = [
    ...(isForeign ? [{ value: 'current', label: currentPicture, url: image }] : []),
    ...pictures.map(({ id, name, url }) => ({
      value: id,
      label: fillText(pictureFrom, { provider: isolate(name) }),
      url,
    })),
    { value: 'none', label: texts.profile.noPicture },
  ]
  const chosen = isForeign ? 'current' : (pictures.find(({ isCurrent }) => isCurrent)?.id ?? 'none')
  return html`<fieldset class="pictures">
    <legend>${picture}</legend>
    ${choices.map(({ value, label, url }, index) => {
      const id = `picture-${index}`
      const radio = { id, type: 'radio', name: 'picture', value, checked: value === chosen }
      return html`<div>
        <input ${attributes(radio)} />
        <label for="${id}">${renderPicture(url) ?? noPicture} <span>${label}</span></label>
      </div>`
    })}
  </fieldset>`
}

/** Pictures over http, and those that the browser could not load, are left out. */
function renderPicture(url: string | undefined): Html | undefined {
  const own = url?.startsWith('http') ? acceptPicture(url) : acceptImage(url)
  return own === undefined
    ? undefined
    : html`<img class="picture" alt="" width="48" height="48" src="${own}" />`
}

/** Keeps the labels of all choices in one line. */
const noPicture: Html = html`<span class="picture missing"></span>`

/** The CSS rules of the pictures. */
export const profileRules: readonly string[] = [
  '.picture{inline-size:3rem;block-size:3rem;border-radius:50%;object-fit:cover;flex:none;background:var(--hover)}',
  '.missing{border:1px dashed var(--field-line);background:none}',
  // A name begins where its label does, whichever its script.
  '[dir=rtl] input[dir=auto]{text-align:right}',
  '[dir=ltr] input[dir=auto]{text-align:left}',
  '.pictures{display:grid;margin:0;padding:0;border:0}',
  '.pictures legend{padding:0;font-size:.9375rem;font-weight:600}',
  '.pictures div,.pictures label{display:flex;align-items:center}',
  '.pictures label{flex:1;gap:.75rem;min-block-size:2.75rem;padding:.375rem 0;padding-inline-start:.75rem;cursor:pointer}',
  '.pictures input{flex:none;inline-size:1.25rem;block-size:1.25rem;margin:0;accent-color:var(--focus)}',
]
