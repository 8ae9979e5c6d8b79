import type { ReasonWords } from './pt-BR.ts';

export const words: ReasonWords = {
  causes: {
    network: [
      'The gateway cannot be reached.',
      'Check that it runs and that the address is right.',
    ],
    timeout: ['The gateway took too long.', 'Wait a moment and try again.'],
    disconnected: ['The session is not connected.', 'Connect the inbox again.'],
    number: ['The number cannot receive messages.', 'Check the number, area code included.'],
    throttled: ['The network asks for a pause.', 'Wait some minutes before you try again.'],
    credentials: ['Access was refused.', 'Check the keys and paste them again.'],
    rejected: ['The request was refused.'],
    gateway: ['The gateway failed.', 'Try again; if it goes on, look into the gateway’s log.'],
  },
  reasons: {
    public_url_missing: [
      'The service does not know yet at which address the gateway reaches it.',
      'Whoever runs the service sets PUBLIC_URL and restarts it.',
    ],
    https_needed: [
      'Meta calls back by https only, and this service is at another address.',
      'Whoever runs the service puts https before it and sets PUBLIC_URL.',
    ],
    restart_failed: [
      'The session dropped, and a restart did not help.',
      'Reconnect the inbox with the phone at hand. Its conversations stay the same.',
    ],
    silent: [
      'Messages were sent, and nothing came back from the gateway.',
      'Restart the session; if that does not help, reconnect.',
    ],
    sends_failing: [
      'The last sends failed one after the other.',
      'Restart the session; if that does not help, reconnect.',
    ],
    never_connected: ['This inbox was never connected.', 'Connect it with the phone at hand.'],
    ended_here: ['It was disconnected from here.'],
    callback_refused: [
      'The address for callbacks was not taken.',
      'The network has to reach this service by https. Check PUBLIC_URL and try again.',
    ],
    app_not_subscribed: [
      'The app could not be subscribed to the account.',
      'Give the token the permission to manage the account.',
    ],
    pin_wrong: [
      'The PIN is not this number’s.',
      'It is the PIN of the number’s two-step verification.',
    ],
    pin_paused: [
      'The PIN was wrong too often.',
      'Meta asks for a pause. Wait an hour before you try.',
    ],
    number_unregistered: [
      'The number is not registered with the official API yet.',
      'Give the six digits of its two-step verification PIN.',
    ],
    number_banned: [
      'The network has blocked this number.',
      'Open the app on the phone and do what it asks. Nothing is sent until then.',
    ],
    number_restricted: [
      'The number is restricted: it answers those who write, and starts no new conversations for now.',
      'Wait for the end of the restriction, and send less to people who have not written before.',
    ],
    quality_low: [
      'The number’s quality is low.',
      'Meta may limit what it sends. Send fewer messages that people do not expect.',
    ],
    window_closed: [
      'The person last wrote more than 24 hours ago.',
      'Through the official API only an approved template can be sent now.',
    ],
    permission_missing: [
      'The token lacks a permission.',
      'Make it with whatsapp_business_messaging and whatsapp_business_management.',
    ],
    token_refused: [
      'Meta refused the token.',
      'It may have expired. Make a permanent one, of a system user.',
    ],
    number_unknown: [
      'Meta does not know this number, or the token does not see it.',
      'Copy the phone number ID under API Setup. It is not the phone number.',
    ],
    account_unknown: [
      'Meta does not know this account, or the token does not see it.',
      'Copy the business account ID under API Setup.',
    ],
    other_account: [
      'The number is not of this account.',
      'Check that both IDs are from the same place.',
    ],
    account_needed: ['The ID of the business account is missing.'],
    app_secret_wrong: [
      'This is not the secret of the token’s app.',
      'Copy it from Settings → Basic of the same app.',
    ],
    global_key_needed: [
      'Making the instance takes the global key.',
      'It is Evolution’s AUTHENTICATION_API_KEY. It is stored encrypted.',
    ],
    global_key_kept: [
      'Evolution needs its global key here: after a logout through its API an instance receives nothing until the gateway restarts.',
      'Enter the AUTHENTICATION_API_KEY under Connect, or log out on the phone, under Linked devices.',
    ],
    instance_missing: [
      'The gateway has no instance of this name, and the key is not the global one.',
      'Give the AUTHENTICATION_API_KEY to create it, or the name of an instance that exists.',
    ],
    instance_gone: [
      'The instance of this inbox no longer exists at the gateway.',
      'Connect the inbox again: Pauta creates another instance.',
    ],
    global_key_for_code: [
      'After a QR code, a pairing code needs a new instance.',
      'Enter Evolution’s AUTHENTICATION_API_KEY, or scan the QR code.',
    ],
    instance_removing: [
      'The gateway is still removing the old instance.',
      'Wait a moment and try again.',
    ],
    global_key_refused: [
      'Evolution refused the global key.',
      'Copy its AUTHENTICATION_API_KEY again.',
    ],
    key_refused: [
      'The gateway refused the key.',
      'Copy it again, without spaces, and check that it is this gateway’s.',
    ],
    instance_taken: [
      'There is an instance of this name, and the gateway does not tell its key.',
      'Choose another name, or give the key of the instance.',
    ],
    version_old: ['The gateway’s version is old.', 'Update the gateway.'],
    other_service: [
      'Something else answers at this address.',
      'Check it: it is the gateway’s, with nothing behind the port.',
    ],
    qr_missing: [
      'The gateway showed no code for a minute.',
      'It cannot reach the network, or its version is old. Check its server’s connection, update it, and begin again.',
    ],
    qr_unscanned: ['Nobody scanned the code in time.', 'Begin again with the phone at hand.'],
    passkey_needed: [
      'The network asks for a passkey.',
      'Confirm it in the gateway’s own dashboard, or use another engine.',
    ],
    logged_out: [
      'The phone ended the session.',
      'Reconnect by scanning the code. Its conversations stay the same.',
    ],
    opened_elsewhere: [
      'The session was opened elsewhere.',
      'End the other one, or reconnect here.',
    ],
    session_removed: ['The session was deleted at the gateway.', 'Reconnect: it is made again.'],
    session_missing: [
      'The gateway has no such session, or it is stopped.',
      'Reconnect: it is made again.',
    ],
    unsupported: ['This kind of inbox has no such thing.'],
    session_dropped: [
      'The session dropped.',
      'It mostly comes back by itself. If not within a minute, restart it.',
    ],
    unreached: [
      'The gateway does not answer.',
      'Check that it runs and that this server reaches it. Once it is back, so is the inbox.',
    ],
    network_slow: ['The network did not answer in time.', 'Wait a moment and try again.'],
    inbox_inactive: ['The inbox is switched off.', 'Switch it on to send through it.'],
    session_down: [
      'The session is not connected.',
      'Restart it; if that does not help, reconnect.',
    ],
    no_account: [
      'This number has no account on the network.',
      'Check the number, area code included.',
    ],
    throttled: ['The network asks for a pause.', 'Wait some minutes before you try again.'],
    configuration_incomplete: [
      'This inbox lacks configuration.',
      'Open its connection and fill in the fields again.',
    ],
    gateway_failed: [
      'The gateway answered with an error.',
      'Try again; if it goes on, look into the gateway’s log.',
    ],
    malformed: ['It does not look as it should.'],
    refused: ['The gateway refused the request.'],
    number_state: [
      'The number is not ready for the official API.',
      'Meta’s dashboard says what is missing.',
    ],
    name_free: ['The name is free.'],
    key_accepted: ['The gateway takes the key.'],
    permitted: ['May send and set up.'],
    number_belongs: ['The number is of this account.'],
    secret_matches: ['It is the secret of the token’s app.'],
    session_taken_over: ['It is at the gateway already: that one is used.'],
  },
  said: 'What was answered:',
};
