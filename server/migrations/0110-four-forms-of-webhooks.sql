-- oldest release: 0.1.0
-- Webhooks have four forms. One of another form is switched off: its owner adds it again in one of the four.
update destinations set stopped_at = now(), stopped_because = 'unreadable'
 where stopped_at is null and settings->>'preset' in ('gotify', 'telegram', 'home_assistant');
