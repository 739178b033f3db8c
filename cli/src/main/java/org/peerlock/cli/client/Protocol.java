package org.peerlock.cli.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** What clients and a resident node say to each other, as JSON: durations are numbers of seconds, the words of a choice in small letters. */
public final class Protocol {

    /** Changes when a client of before would misunderstand. It is the first part of all paths, too. */
    public static final int VERSION = 1;

    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private Protocol() {}

    /**
     * Who answers.
     *
     * @param protocol {@link #VERSION}
     * @param version of the library
     * @param node as in the log
     */
    public record NodeInfo(int protocol, String version, String cluster, String node) {}

    /**
     * What is wanted of a lock. All but the lock may be left out.
     *
     * @param mode {@code exclusive}, the default, {@code shared} or {@code permits}
     * @param timeout how long to wait for it, as {@link DurationParser} has it; for ever by default
     * @param who as in {@link LockRequest}
     * @param lease how long it is kept without being renewed; if that is not said, it is kept as long as the connection lasts
     */
    public record AcquireParameters(
            @Nullable String lock,
            @Nullable String mode,
            @Nullable Integer permits,
            @Nullable Integer of,
            @JsonProperty("wait") @Nullable String timeout,
            @Nullable String who,
            @Nullable String lease) {}

    /** Which grant is meant. */
    public record GrantReference(@Nullable String grant) {}

    /**
     * A lock that is had.
     *
     * @param grant by which it is renewed, looked at and released
     * @param fence see {@link org.peerlock.Grant#fence}
     * @param lease see {@link AcquireParameters}
     */
    public record AcquireResponse(
            String grant, String lock, long fence, @Nullable Duration lease) {}

    /**
     * How a grant is.
     *
     * @param held whether it is not lost
     * @param remaining how long it will be held at least, whatever happens to the node; zero if it is lost
     * @param lost why it was lost
     */
    public record GrantState(
            String grant,
            String lock,
            boolean held,
            Duration remaining,
            @Nullable String lost) {}

    /** Why there is no other answer, and what to do about it. */
    public record ErrorResponse(String error, String hint) {}
}
