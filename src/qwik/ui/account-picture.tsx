import type { JSXOutput } from '@builder.io/qwik'
import type { AccountView } from './account-parts.js'
import { fillName } from './account-texts.js'

/** The choice between the pictures of connected accounts, the present picture, and none. */
export function PictureChoice({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts } = view
  const { image } = account.user
  const pictures = account.profile?.pictures ?? []
  if (image === undefined && pictures.length === 0) return null
  const chosen = pictures.find(({ isCurrent }) => isCurrent)?.id
  const isForeign = image !== undefined && chosen === undefined
  return (
    <fieldset data-latchkey-part="account-pictures">
      <legend>{texts.picture}</legend>
      {isForeign ? (
        <Choice value="current" label={texts.currentPicture} url={image} isChosen />
      ) : null}
      {pictures.map(({ id, name, url, isCurrent }) => (
        <Choice
          key={id}
          value={id}
          label={fillName(texts.pictureFrom, name)}
          url={url}
          isChosen={isCurrent}
        />
      ))}
      <Choice value="none" label={texts.noPicture} isChosen={image === undefined} />
    </fieldset>
  )
}

interface ChoiceProps {
  /** The value of the field `picture`. */
  readonly value: string
  readonly label: string
  readonly url?: string | undefined
  readonly isChosen: boolean
}

function Choice({ value, label, url, isChosen }: ChoiceProps): JSXOutput {
  return (
    <label>
      <input type="radio" name="picture" value={value} checked={isChosen} />{' '}
      {url === undefined ? null : <Picture url={url} />} {label}
    </label>
  )
}

/** A picture at a provider, which need not know which page shows it. */
export function Picture({ url }: { readonly url: string }): JSXOutput {
  return (
    <img
      src={url}
      alt=""
      width="48"
      height="48"
      referrerPolicy="no-referrer"
      data-latchkey-part="account-picture"
    />
  )
}
