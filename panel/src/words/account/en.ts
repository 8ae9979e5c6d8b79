import { plural } from '../plural.ts';
import type { AccountWords } from './pt-BR.ts';

const count = plural('en');

export const words: AccountWords = {
  title: 'My account',
  profile: 'Profile',
  profileAbout: 'Your name is shown this way in all your teams.',
  picture: 'Picture',
  pictureAbout: 'Members of your teams see it.',
  addPicture: 'Upload a picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  pictureUnreadable: 'This image could not be opened. Use JPEG, PNG, WebP or GIF.',
  cropPicture: 'Crop the picture',
  zoom: 'Zoom',
  horizontal: 'Horizontal position',
  vertical: 'Vertical position',
  savePicture: 'Use this picture',
  name: 'Name',
  email: 'E-mail',
  timeZone: 'Time zone',
  language: 'Language',
  alerts: {
    title: 'Desktop alerts',
    about:
      'When a message arrives, in this browser. Nothing appears if you already have the conversation in front of you.',
    scope: 'Alert me about',
    scopes: {
      off: 'Nothing',
      mine: 'Conversations assigned to me',
      unassigned: 'Mine and unassigned ones',
      all: 'All conversations',
    },
    refused:
      'The browser does not allow alerts from this site. Allow notifications in the site’s permissions, then choose again.',
    sound: 'Play a sound',
  },
  preferences: 'Preferences',
  preferencesAbout: 'They apply in this browser.',
  theme: 'Appearance',
  themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  keys: 'Single-key shortcuts',
  keysHint: 'Turn them off if you use voice control or if they get in your way.',
  security: 'Security',
  password: 'Password',
  passwordAbout: 'Changing your password signs you out on other devices.',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordChanged: (p) =>
    p.sessions === 0
      ? 'Password changed.'
      : `Password changed. ${count(p.sessions, { one: 'One other session was ended', other: `${p.sessions} other sessions were ended` })}.`,
  totp: 'Two-step verification',
  totpAbout: 'Asks for a code from your phone as well as your password.',
  totpOn: 'On',
  totpOff: 'Off',
  totpBegin: 'Turn on',
  totpRemove: 'Turn off',
  totpRemoved: 'Two-step verification turned off.',
  totpScan: 'Scan this code with an app such as Google Authenticator, 1Password or Aegis.',
  totpQr: 'QR code for the app',
  totpSecret: "Can't scan it? Enter this key in the app:",
  totpCode: 'Code shown by the app',
  totpConfirm: 'Confirm',
  totpWrong: "This is not the app's code. Wait for the next one and try again.",
  recovery: 'Recovery codes',
  recoveryLeft: (p) =>
    count(p.left, { one: `${p.left} code left.`, other: `${p.left} codes left.` }),
  recoveryAbout: 'To sign in when you do not have your phone. Each works once.',
  recoveryNew: 'Generate new codes',
  recoveryShown: 'Keep these codes in a safe place. They will not be shown again.',
  recoveryKept: 'I have saved them',
  devices: 'Devices',
  devicesAbout:
    "Where you are signed in. Don't recognise one? End its session and change your password.",
  device: 'Device',
  address: 'Address',
  seen: 'Last used',
  thisDevice: 'This device',
  endSession: 'End session',
  endOthers: 'End all others',
  sessionsEnded: (p) =>
    count(p.sessions, { one: 'Session ended.', other: `${p.sessions} sessions ended.` }),
  unknownDevice: 'Unknown device',
  on: (p) => `${p.browser} on ${p.system}`,
};
