-- oldest release: 0.1.0
-- Names that were accepted as time zones, though no time could be reckoned in them, become the zones that they meant.
update alert_preferences
   set zone = known.zone
  from (values
    ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
    ('ART', 'Africa/Cairo'), ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'),
    ('CAT', 'Africa/Maputo'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'),
    ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'),
    ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'),
    ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'),
    ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'), ('VST', 'Asia/Ho_Chi_Minh'),
    ('US/PACIFIC-NEW', 'America/Los_Angeles'), ('CANADA/EAST-SASKATCHEWAN', 'America/Regina'),
    ('SYSTEMV/AST4', 'Etc/GMT+4'), ('SYSTEMV/AST4ADT', 'America/Halifax'), ('SYSTEMV/CST6', 'Etc/GMT+6'),
    ('SYSTEMV/CST6CDT', 'America/Chicago'), ('SYSTEMV/EST5', 'Etc/GMT+5'), ('SYSTEMV/EST5EDT', 'America/New_York'),
    ('SYSTEMV/HST10', 'Etc/GMT+10'), ('SYSTEMV/MST7', 'Etc/GMT+7'), ('SYSTEMV/MST7MDT', 'America/Denver'),
    ('SYSTEMV/PST8', 'Etc/GMT+8'), ('SYSTEMV/PST8PDT', 'America/Los_Angeles'), ('SYSTEMV/YST9', 'Etc/GMT+9'),
    ('SYSTEMV/YST9YDT', 'America/Anchorage')) as known (name, zone)
 where upper(alert_preferences.zone) = known.name;
