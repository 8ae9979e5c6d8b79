-- Codes of the reasons about inboxes that versions before 0075 stored as sentences (docs/adr/0144-codes-of-findings.md). Findings are
-- created with their code; only these old sentences are recognized by their text, once. The first match wins. Sentences that
-- match nothing, and those that such a version stores after this, have no code.
do $$
declare
  code text := $case$case
    when REASON ~ 'PUBLIC_URL is not set' then 'public_url_missing'
    when REASON ~ 'by https only' then 'https_needed'
    when REASON ~ 'receives nothing through an instance that was logged out' then 'global_key_kept'
    when REASON ~ 'api_key is not its global key' then 'instance_missing'
    when REASON ~ 'no such instance: connect the inbox' then 'instance_gone'
    when REASON ~ 'a pairing code after a QR code needs' then 'global_key_for_code'
    when REASON ~ 'has not removed the instance yet' then 'instance_removing'
    when REASON ~ 'a restart did not help' then 'restart_failed'
    when REASON ~ 'nothing came back from the gateway since' then 'silent'
    when REASON ~ 'sends in a row failed' then 'sends_failing'
    when REASON ~ 'was never connected' then 'never_connected'
    when REASON ~ '(logged out|switched off) here' then 'ended_here'
    when REASON ~ 'callback address was not taken|although it took ours|for callbacks and does not have it' then 'callback_refused'
    when REASON ~ 'app was not subscribed' then 'app_not_subscribed'
    when REASON ~ 'PIN is not the number''s' then 'pin_wrong'
    when REASON ~ 'PIN was (wrong too often|given too fast)' then 'pin_paused'
    when REASON ~ 'has to be registered|number is not registered|number was not registered' then 'number_unregistered'
    when REASON ~ 'banned it|has suspended the account|refuses the account|account is blocked|account is locked' then 'number_banned'
    when REASON ~ 'reached its limit|write to no new contacts|recipients reported it' then 'number_restricted'
    when REASON ~ 'its quality is low' then 'quality_low'
    when REASON ~ 'more than 24 hours ago' then 'window_closed'
    when REASON ~ 'lacks (a|the) permission' then 'permission_missing'
    when REASON ~ 'refuses the access token' then 'token_refused'
    when REASON ~ 'knows no number with this ID|does not know the inbox''s number' then 'number_unknown'
    when REASON ~ 'knows no account with this ID' then 'account_unknown'
    when REASON ~ 'account has no number with this' then 'other_account'
    when REASON ~ 'ID of the business account is required' then 'account_needed'
    when REASON ~ 'is not the secret of the token''s app' then 'app_secret_wrong'
    when REASON ~ 'global key is needed' then 'global_key_needed'
    when REASON ~ 'refuses the global key' then 'global_key_refused'
    when REASON ~ 'refuses the inbox''s credentials' then 'key_refused'
    when REASON ~ 'does not show the key of the instance|created the instance without showing its key' then 'instance_taken'
    when REASON ~ 'is older than|needs version|version, engine or edition|version of the gateway has no such' then 'version_old'
    when REASON ~ 'no (Evolution API|WAHA) answers' then 'other_service'
    when REASON ~ 'has shown no QR code' then 'qr_missing'
    when REASON ~* 'nobody (scanned|typed)|QR code limit|QRCODE_LIMIT|too many (QR|qr)' then 'qr_unscanned'
    when REASON ~ 'asks for a passkey' then 'passkey_needed'
    when REASON ~ 'was logged out|phone logged out' then 'logged_out'
    when REASON ~ 'opened elsewhere' then 'opened_elsewhere'
    when REASON ~ 'was removed at the gateway' then 'session_removed'
    when REASON ~ 'has no such session|does not know the instance|session is stopped|does not have it|gateway answers 404' then 'session_missing'
    when REASON ~ 'has no session that could be|cannot (do this|be connected from here)' then 'unsupported'
    when REASON ~ 'session dropped' then 'session_dropped'
    when REASON ~ 'cannot be reached|accepts no connection|does not answer|connection to the gateway broke' then 'unreached'
    when REASON ~ 'did not answer (the gateway in time|within)' then 'network_slow'
    when REASON ~* 'session is (not connected|not working|close|disconnected|connecting|failed|scan|code|stopped|starting)' then 'session_down'
    when REASON ~ 'no account with this number|cannot deliver to this number|allowed recipients' then 'no_account'
    when REASON ~ 'accepts? no more|too many messages|sends too fast|requires a pause' then 'throttled'
    when REASON ~ 'has no configuration|configuration (is incomplete|cannot)|cannot be used' then 'configuration_incomplete'
    when REASON ~ 'gateway failed|gateway answers \d|cannot be read|messaging service failed|network failed|without a reason|no address' then 'gateway_failed'
    when REASON ~ 'the gateway refuses it' then 'refused'
    when REASON ~ 'the number is ' then 'number_state'
    end$case$;
  -- Citus allows only immutable functions of columns here, which those that build JSON are not.
  change text := $update$
    update TABLE set REASON_details = '["' || replace(replace(REASON, '\', '\\'), '"', '\"') || '",{"code":"' || CODE || '"' || coalesce(
      ',"cause":"' || substring(REASON from '^(network|timeout|disconnected|number|throttled|credentials|rejected|gateway): ') || '"', '') || '}]'
    where REASON is not null and REASON_details is null and REASON !~ '[[:cntrl:]]' and CODE is not null$update$;
begin
  change := replace(change, 'CODE', code);
  execute replace(replace(change, 'TABLE', 'inboxes'), 'REASON', 'state_reason');
  execute replace(replace(change, 'TABLE', 'inbox_health'), 'REASON', 'last_failure');
end $$;
