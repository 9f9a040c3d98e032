import { attributes, html, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'
import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import { acceptColor } from './accept-color.js'
import { acceptImage, acceptLink, originOf } from './accept-url.js'
import { renderField } from './credential-field.js'
import { writePaint } from './style.js'

/** A way to sign in that the page offers. */
export type SignInOption = OAuthOption | EmailOption | CredentialsOption

/** A service to go to. */
export interface OAuthOption extends OptionBase {
  readonly type: 'oauth' | 'oidc'
  readonly signinUrl: string
  /** Its logo is shown when it is a `data:` picture or comes from where the page may load pictures. */
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/** A link by mail. */
export interface EmailOption extends OptionBase {
  readonly type: 'email'
  readonly signinUrl: string
}

/** A form of the application's own fields. */
export interface CredentialsOption extends OptionBase {
  readonly type: 'credentials'
  readonly callbackUrl: string
  readonly credentials: Readonly<Record<string, Readonly<CredentialInput>>>
}

interface OptionBase {
  readonly id: string
  readonly name: string
}

/** What the options of one page share. */
export interface OptionSurroundings {
  /** The inputs that every form carries. */
  readonly hidden: Html
  readonly email: string | undefined
  /** The origins from which the page may load pictures, besides paths of its own. */
  readonly imageOrigins: readonly (string | undefined)[]
  /** The id of the element that describes what is wrong with the fields of a type, if something is. */
  readonly describedBy: (type: SignInOption['type']) => string | undefined
}

/** Renders the form of an option; `index` tells its colours from those of the others. */
export function renderOption(
  option: SignInOption,
  index: number,
  around: OptionSurroundings,
): Html {
  switch (option.type) {
    case 'oauth':
    case 'oidc':
      return renderForm(option.signinUrl, [
        around.hidden,
        renderServiceButton(option, index, around),
      ])
    case 'email':
      return renderForm(option.signinUrl, [
        around.hidden,
        renderField(
          { providerId: option.id, name: 'email', describedBy: around.describedBy('email') },
          {
            label: 'Email',
            type: 'email',
            autocomplete: 'email',
            required: true,
            value: around.email,
          },
        ),
        renderSubmit(option),
      ])
    case 'credentials':
      return renderForm(option.callbackUrl, [
        around.hidden,
        renderFields(option, around.describedBy('credentials')),
        renderSubmit(option),
      ])
  }
}

/** Writes the colours of a service's badge; nothing when it brings none that we accept. */
export function writeOptionPaint(option: SignInOption, index: number): string | undefined {
  if (option.type !== 'oauth' && option.type !== 'oidc') return undefined
  const paint = acceptColor(option.style?.brandColor) ?? acceptColor(option.style?.bg)
  return paint && writePaint(`.provider-${index}`, paint)
}

function renderForm(action: string, content: readonly Html[]): Html {
  return html`<form method="post" ${attributes({ action: acceptLink(action) })}>${content}</form>`
}

function renderSubmit(option: SignInOption): Html {
  const text = `Sign in with ${option.name}`
  return html`<button type="submit" class="button brand painted">${text}</button>`
}

function renderServiceButton(option: OAuthOption, index: number, around: OptionSurroundings): Html {
  const content = [
    renderBadge(option, index, around),
    html`<span>Sign in with ${option.name}</span>`,
  ]
  return html`<button type="submit" class="button with-badge">${content}</button>`
}

function renderFields(option: CredentialsOption, describedBy: string | undefined): Html {
  const fields = Object.entries(option.credentials).map(([name, field]) =>
    renderField({ providerId: option.id, name, describedBy }, field),
  )
  return html`${fields.length > 0 && html`<div class="fields">${fields}</div>`}`
}

function renderBadge(option: OAuthOption, index: number, around: OptionSurroundings): Html {
  const initial = [...option.name.trim()][0]?.toUpperCase()
  const logo = acceptImage(option.style?.logo)
  const origin = originOf(logo)
  return logo !== undefined && (origin === undefined || around.imageOrigins.includes(origin))
    ? html`<span class="badge"><img alt="" src="${logo}" data-initial="${initial}" /></span>`
    : html`<span class="badge painted provider-${index}" data-initial="${initial}"></span>`
}
