package org.peerlock.cli.client;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.peerlock.Inspection;
import org.peerlock.internal.text.DurationParser;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON that clients and a resident node exchange. Durations are numbers of seconds, constants of enums are in lower case, and
 * fences are text: they do not fit into the numbers of JavaScript and many other languages.
 */
public final class Protocol {

    /** Grows with each incompatible change. It is the first part of all paths, too. */
    public static final int VERSION = 1;

    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .addMixIn(Inspection.Holder.class, FenceAsText.class)
            .build();

    /** The value of {@link AcquireParameters#lease} for a lock that is held as long as its connection is open. */
    public static final String UNTIL_DISCONNECTED = "connection";

    private Protocol() {}

    /** Many JSON readers round numbers above 2^53. */
    private interface FenceAsText {
        @SuppressWarnings("UnusedMethod") // Jackson reads the annotation
        @JsonFormat(shape = JsonFormat.Shape.STRING)
        long fence();
    }

    /**
     * The node that answers.
     *
     * @param protocol {@link #VERSION}
     * @param version that of the library
     * @param node its id, as in the log
     */
    public record NodeInfo(int protocol, String version, String cluster, String node) {}

    /**
     * A request for a lock. The lock and the lease are required.
     *
     * @param mode {@code exclusive}, the default, {@code shared} or {@code permits}
     * @param timeout how long to wait, in the format of {@link DurationParser}; for ever by default
     * @param label as in {@link LockRequest}
     * @param lease how long the lock is held without a renewal, or {@link #UNTIL_DISCONNECTED}
     */
    public record AcquireParameters(
            @Nullable String lock,
            @Nullable String mode,
            @Nullable Integer permits,
            @Nullable Integer of,
            @JsonProperty("wait") @Nullable String timeout,
            @Nullable String label,
            @Nullable String lease) {}

    /** Refers to a grant. */
    public record GrantReference(@Nullable String grant) {}

    /**
     * A lock that was acquired.
     *
     * @param grant an id, to renew, watch and release it
     * @param fence see {@link org.peerlock.Grant#fence}
     * @param lease null if the lock is held as long as its connection is open
     */
    public record AcquireResponse(
            String grant,
            String lock,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long fence,
            @Nullable Duration lease) {}

    /**
     * The state of a grant.
     *
     * @param held false if it was lost
     * @param remaining how long it will be held at least, whatever happens to the node; zero if it was lost
     * @param lost why it was lost; null if it was not
     */
    public record GrantState(
            String grant,
            String lock,
            boolean held,
            Duration remaining,
            @Nullable String lost) {}

    /** What is wrong, and what to do about it. */
    public record ErrorResponse(String error, String hint) {}
}
