import type { PageTexts } from '../../model/page-texts.js'

/** Hebrew. */
export const texts: PageTexts = {
  signIn: {
    heading: 'כניסה',
    headingTo: 'כניסה אל {site}',
    lead: 'כדי להמשיך אל {site}',
    withProvider: 'כניסה באמצעות {provider}',
    continue: 'המשך',
    withEmail: 'כניסה באמצעות דואר אלקטרוני',
    withPassword: 'כניסה באמצעות סיסמה',
    withPasskey: 'שימוש במפתח גישה',
    mailInstead: 'שלחו לי קישור בדואר אלקטרוני במקום',
    email: 'כתובת דוא״ל',
    or: 'או',
    almostDone: 'כמעט סיימנו',
    showPassword: 'הצגת הסיסמה',
    lastUsed: 'בשימוש אחרון',
    noProviders: 'האתר הזה עדיין לא מציע דרך להיכנס.',
    createPasskey: 'יצירת מפתח גישה',
    passkeysUnavailable: 'מפתחות גישה אינם פועלים כאן: הם דורשים JavaScript ודפדפן עדכני.',
    passkeyCancelled: 'לא נעשה שימוש במפתח גישה. אפשר לנסות שוב.',
  },
  signOut: {
    heading: 'יציאה',
    question: 'לצאת מ־{site}?',
    plainQuestion: 'לצאת מהחשבון?',
    button: 'יציאה',
    stay: 'להישאר בחשבון',
  },
  verifyRequest: {
    heading: 'נא לבדוק את הדוא״ל',
    sentTo: 'שלחנו קישור כניסה אל {email}.',
    sent: 'שלחנו לך קישור כניסה.',
    openLink: 'יש לפתוח אותו כדי להשלים את הכניסה.',
    openLinkOrTypeCode: 'יש לפתוח אותו, או להקליד כאן את הקוד שבהודעה.',
    spam: 'עברה דקה ועדיין אין דבר? כדאי לבדוק בתיקיית הספאם.',
    tryAgain: 'ניסיון נוסף או כתובת אחרת',
    code: 'הקוד שבהודעה',
    codeHint: 'בקוד יש {length} ספרות.',
    codeButton: 'המשך',
    codeWrong: 'הקוד שגוי או שפג תוקפו. נא לבדוק אותו או לבקש הודעה חדשה.',
  },
  confirm: {
    heading: 'השלמת הכניסה',
    lead: 'כניסה אל {site} בתור {email}.',
    plainLead: 'כניסה בתור {email}.',
    button: 'כניסה',
    once: 'הקישור פועל פעם אחת בלבד. אם לא ביקשת אותו, אפשר פשוט לעזוב את הדף: לא יקרה דבר.',
    notMe: 'זה לא היה אני',
  },
  grant: {
    heading: 'נדרשת הרשאה',
    again: '{site} צריך שוב הרשאה ממך כדי להשתמש ב-{provider}.',
    more: '{site} צריך הרשאות נוספות ממך ב-{provider}.',
    otherAccount:
      'בחרת חשבון {provider} אחר מזה שמחובר כאן. יש לבחור בחשבון המחובר, או לנתק אותו קודם.',
    connect: 'חיבור {provider}',
    connectAgain: 'חיבור מחדש של {provider}',
  },
  links: {
    toSignIn: 'חזרה לכניסה',
    toSite: 'חזרה אל {site}',
    toAccount: 'חזרה לחשבון שלך',
    signUp: 'יצירת חשבון',
    noAccount: 'עדיין אין לך חשבון? ליצירת חשבון',
    haveAccount: 'כבר יש לך חשבון? לכניסה',
    terms: 'תנאי שימוש',
    privacy: 'מדיניות פרטיות',
  },
  mail: {
    subject: 'כניסה אל {site}',
    heading: 'כניסה אל {site}',
    button: 'כניסה',
    link: 'כדי להיכנס יש לפתוח את הקישור הזה:',
    linkInstead: 'אם הכפתור לא פועל, אפשר לפתוח את הקישור הזה בדפדפן:',
    code: 'או להקליד את הקוד הזה במקום שבו ביקשת להיכנס:',
    once: 'לשימוש חד־פעמי. משך התוקף: {duration}.',
    ignore: 'אם לא ביקשת את ההודעה הזו, אפשר להתעלם ממנה.',
  },
  errors: {
    general: {
      title: 'משהו השתבש',
      sentence: 'לא הצלחנו להשלים את הפעולה. נא לנסות שוב.',
    },
    Configuration: {
      title: 'משהו השתבש אצלנו',
      sentence: 'לא הצלחנו להכניס אותך. מנהלי האתר יכולים למצוא את הסיבה ביומן.',
    },
    AccessDenied: {
      title: 'הגישה נדחתה',
      sentence: 'החשבון הזה אינו מורשה להיכנס כאן. אפשר לנסות חשבון אחר.',
    },
    Verification: {
      title: 'הקישור הזה כבר לא פועל',
      sentence: 'פג תוקפו או שכבר נעשה בו שימוש. נא להיכנס שוב כדי לקבל קישור חדש.',
    },
    MissingCSRF: {
      title: 'פג תוקפו של הטופס',
      sentence: 'נא לנסות שוב. אם זה חוזר, יש לאפשר קובצי Cookie לאתר הזה.',
    },
    CredentialsSignin: {
      title: 'הפרטים אינם תואמים',
      sentence: 'נא לבדוק את מה שהוזן ולנסות שוב.',
    },
    OAuthCallbackError: {
      title: 'הכניסה לא הושלמה',
      sentence: 'היא בוטלה, או שהשירות האחר סירב לה. נא לנסות שוב.',
    },
    OAuthAttemptLost: {
      title: 'ניסיון הכניסה הזה הסתיים',
      sentence: 'הוא נמשך זמן רב מדי, כבר הושלם, או שהתחיל בדפדפן אחר. נא לנסות שוב.',
    },
    OAuthMetadataInvalid: {
      title: 'לא הצלחנו להתחבר לשירות',
      sentence: 'השירות שבחרת אינו מוגדר כצפוי. נא לנסות שוב או לבחור דרך אחרת.',
    },
    OAuthProfileParseError: {
      title: 'לא הצלחנו לקרוא את הפרופיל שלך',
      sentence: 'השירות שבחרת לא מסר לנו את זהותך. נא לבחור דרך כניסה אחרת.',
    },
    OAuthRequestFailed: {
      title: 'לא הצלחנו להתחבר לשירות',
      sentence: 'השירות שבחרת לא השיב. נא לנסות שוב או לבחור דרך אחרת.',
    },
    OAuthResponseInvalid: {
      title: 'לא הצלחנו לאמת את התשובה',
      sentence: 'התשובה של השירות שבחרת לא עברה את הבדיקות שלנו. נא לנסות שוב.',
    },
    OAuthAccountNotLinked: {
      title: 'כבר יש לך חשבון',
      sentence: 'כתובת הדוא״ל שלך כבר בשימוש כאן. נא להיכנס כמו בפעם הראשונה.',
    },
    AccountNotLinked: {
      title: 'לא מחובר לחשבון שלך',
      sentence: 'נא להיכנס כמו בפעם הראשונה, ואז להוסיף את הדרך הזו.',
    },
    LastSignInMethod: {
      title: 'דרך הכניסה האחרונה שלך',
      sentence: 'נא להוסיף דרך כניסה אחרת לפני הסרת זו.',
    },
    InvalidEmailAddress: {
      title: 'זו אינה כתובת דוא״ל',
      sentence: 'נא לבדוק את מה שהוזן ולנסות שוב.',
    },
    EmailSignInError: {
      title: 'לא ניתן היה לשלוח את ההודעה',
      sentence: 'נא לנסות שוב בעוד רגע, או להיכנס בדרך אחרת.',
    },
    TooManyRequests: {
      title: 'יותר מדי ניסיונות',
      sentence: 'נא להמתין מעט לפני ניסיון נוסף.',
    },
    ServerBusy: { title: 'עומס רב', sentence: 'אנחנו עמוסים מאוד כרגע. נא לנסות שוב בעוד רגע.' },
    WebAuthnVerificationError: {
      title: 'מפתח הגישה לא התקבל',
      sentence: 'לא הצלחנו לאמת את מפתח הגישה שלך. נא לנסות שוב או להיכנס בדרך אחרת.',
    },
    SessionRequired: {
      title: 'יש להיכנס תחילה',
      sentence: 'הדף המבוקש מיועד רק למי שנכנסו לחשבון.',
    },
    CrossSiteRequest: {
      title: 'הבקשה נחסמה',
      sentence: 'היא הגיעה מאתר אחר ולכן לא ביצענו אותה. נא להתחיל כאן מחדש.',
    },
    InvalidProvider: {
      title: 'דרך כניסה לא מוכרת',
      sentence: 'האתר הזה אינו מציע את דרך הכניסה המבוקשת.',
    },
    UnknownAction: {
      title: 'הדף לא נמצא',
      sentence: 'אין דבר בכתובת הזו.',
    },
    MethodNotAllowed: {
      title: 'הכתובת הזו לא פועלת כך',
      sentence: 'נא להתחיל מחדש מדף הכניסה.',
    },
    InvalidRequestBody: {
      title: 'לא הצלחנו לקרוא את הטופס',
      sentence: 'חלק ממנו חסר או נפגם בדרך. נא לנסות שוב.',
    },
    RequestBodyTooLarge: {
      title: 'הטופס גדול מדי',
      sentence: 'היה בו יותר ממה שאנו מקבלים. נא לקצר אותו ולנסות שוב.',
    },
    SessionTooLarge: {
      title: 'לא הצלחנו לשמור על הכניסה שלך',
      sentence: 'יש בהפעלה שלך יותר ממה שדפדפן יכול לשמור. מנהלי האתר יכולים לתקן זאת.',
    },
    UntrustedHost: {
      title: 'כתובת לא צפויה',
      sentence: 'האתר הזה אינו מוגדר לכתובת שמופיעה בדפדפן שלך.',
    },
  },
}
