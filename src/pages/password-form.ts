import type { PasswordTexts } from '../model/password-texts.js'
import type { PageFormProps } from './page-form.js'

/** What every page with a form about passwords needs. */
export interface PasswordFormProps extends PageFormProps {
  /** The texts in the language of the page. */
  readonly texts: PasswordTexts
}
